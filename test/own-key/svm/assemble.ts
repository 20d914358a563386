/** Machine code of Solana's virtual machine (SBPF, version 0), and where it calls functions of the runtime. */
export interface Assembled {
  readonly code: Uint8Array;
  /** Byte offset of each call, with the function's name. */
  readonly calls: readonly (readonly [offset: number, name: string])[];
}

const arithmetic = ['add', 'sub', 'mul', 'div', 'or', 'and', 'lsh', 'rsh', 'neg', 'mod', 'xor', 'mov'];
const jumps = ['ja', 'jeq', 'jgt', 'jge', 'jset', 'jne', 'jsgt', 'jsge', 'call', 'exit', 'jlt', 'jle'];
const widths: Readonly<Record<string, number>> = { w: 0x00, b: 0x10, dw: 0x18 };
const [byRegister, memory] = [0x08, 0x60];

/**
 * Assembles one instruction a line, the destination first; `;` begins a comment. `name = number` names a number, `name:` a
 * place to jump to or call; `[r9+name]` is memory. Calls of other names are the runtime's. Throws for anything else.
 */
export function assemble(source: string): Assembled {
  const lines = source.split('\n').flatMap((line) => line.replace(/;.*/, '').trim() || []);
  const numbers = new Map<string, number>();
  const labels = new Map<string, number>();
  const instructions: string[] = [];
  for (const line of lines) {
    const [, name, value] = /^(\w+) = (-?\w+)$/.exec(line) ?? [];
    if (name && value) numbers.set(name, Number(value));
    else if (line.endsWith(':')) labels.set(line.slice(0, -1), instructions.length);
    else instructions.push(line);
  }
  const calls: [number, string][] = [];
  const code = Buffer.alloc(instructions.length * 8);
  const number = (text: string): number => {
    const value = numbers.get(text) ?? Number(text);
    if (!Number.isInteger(value)) throw new SyntaxError(`${text} is no number`);
    return value;
  };
  for (const [at, line] of instructions.entries()) {
    const [operation = '', ...operands] = line.split(/[\s,]+/);
    const distance = (label = ''): number => {
      const target = labels.get(label);
      if (target === undefined) throw new SyntaxError(`there is no place ${label}`);
      return target - at - 1;
    };
    const isSystemCall = operation === 'call' && !labels.has(operands[0] ?? '');
    if (isSystemCall) calls.push([at * 8, operands[0] ?? '']);
    const [opcode, to = 0, from = 0, offset = 0, immediate = 0] = isSystemCall
      ? [0x85, 0, 1, 0, -1]
      : encode(operation, operands, number, distance);
    code.writeUInt8(opcode, at * 8);
    code.writeUInt8(to | (from << 4), at * 8 + 1);
    code.writeInt16LE(offset, at * 8 + 2);
    code.writeInt32LE(immediate, at * 8 + 4);
  }
  return { code, calls };
}

type Encoded = readonly [opcode: number, to?: number, from?: number, offset?: number, immediate?: number];

function encode(
  operation: string,
  [first = '', second = '', third = '']: readonly string[],
  number: (text: string) => number,
  distance: (label?: string) => number,
): Encoded {
  const [, kind, width = ''] = /^(ldx|stx|st)(w|b|dw)$/.exec(operation) ?? [];
  const size = memory + (widths[width] ?? 0);
  if (kind === 'ldx') return [0x01 + size, register(first), ...place(second, number)];
  if (kind === 'stx') {
    const [base, offset] = place(first, number);
    return [0x03 + size, base, register(second), offset];
  }
  if (kind === 'st') {
    const [base, offset] = place(first, number);
    return [0x02 + size, base, 0, offset, number(second)];
  }
  if (operation === 'exit') return [0x95];
  if (operation === 'call') return [0x85, 0, 1, 0, distance(first)];
  if (operation === 'ja') return [0x05, 0, 0, distance(first)];
  const [computes, compares] = [arithmetic.indexOf(operation), jumps.indexOf(operation)];
  if (computes < 0 && compares < 0) throw new SyntaxError(`${operation} is no instruction`);
  const opcode = computes >= 0 ? computes * 0x10 + 0x07 : compares * 0x10 + 0x05;
  const offset = computes >= 0 ? 0 : distance(third);
  return /^r\d+$/.test(second)
    ? [opcode + byRegister, register(first), register(second), offset]
    : [opcode, register(first), 0, offset, number(second)];
}

function register(text: string): number {
  const found = /^r(\d|10)$/.exec(text)?.[1];
  if (found === undefined) throw new SyntaxError(`${text} is no register`);
  return Number(found);
}

function place(text: string, number: (text: string) => number): readonly [base: number, offset: number] {
  const [, base = '', sign, offset = ''] = /^\[(r\d+)([+-])(\w+)\]$/.exec(text) ?? [];
  return [register(base), sign === '-' ? -number(offset) : number(offset)];
}
