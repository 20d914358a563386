import { type Assembled, assemble } from './assemble.ts';

/* ELF as the loader of Solana programs reads it: code, and relocations that tie its calls to the runtime's functions. */

const [headerSize, sectionSize, relocationSize] = [64, 64, 16];
const [sharedObject, bpf] = [3, 247];
/** Kinds of sections. */
const [programBits, strings, dynamic, relocations, symbols] = [1, 3, 6, 9, 11];
/** Tags of the dynamic section. */
const [stringsAt, symbolsAt, stringsSize, relocationsAt, relocationsSize, relocationEntry] = [5, 6, 10, 17, 18, 19];
/** The relocation that puts a function of the runtime into a call. */
const callRelocation = 10n;

interface Section {
  readonly name: string;
  readonly kind: number;
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** The source's program as the loader takes it; it begins with its first instruction. */
export function program(source: string): Uint8Array {
  const { code, calls } = assemble(source);
  const sections: Section[] = [];
  const add: Add = (name, kind, bytes) => {
    const last = sections.at(-1);
    const at = last ? aligned(last.at + last.bytes.length) : headerSize;
    sections.push({ name, kind, bytes, at });
    return at;
  };
  add('.text', programBits, code);
  if (calls.length > 0) addRelocations(calls, add);
  return file(sections);
}

type Add = (name: string, kind: number, bytes: Uint8Array) => number;

function addRelocations(calls: Assembled['calls'], add: Add): void {
  const called = [...new Set(calls.map(([, name]) => name))];
  const names = stringTable(called);
  // A name; global; defined elsewhere. The first is none.
  const symbol = (name: number): Uint8Array => fields([name, 4], [0x10, 1], [0, 3], [0, 8], [0, 8]);
  const relocated = calls.map(([offset, name]) =>
    fields([headerSize + offset, 8], [(BigInt(called.indexOf(name) + 1) << 32n) | callRelocation, 8]),
  );
  const tags = [
    [stringsAt, add('.dynstr', strings, names.bytes)],
    [stringsSize, names.bytes.length],
    [symbolsAt, add('.dynsym', symbols, Buffer.concat([Buffer.alloc(24), ...names.at.map(symbol)]))],
    [relocationsAt, add('.rel.dyn', relocations, Buffer.concat(relocated))],
    [relocationsSize, relocated.length * relocationSize],
    [relocationEntry, relocationSize],
    [0, 0],
  ] as const;
  add('.dynamic', dynamic, Buffer.concat(tags.map(([tag, value]) => fields([tag, 8], [value, 8]))));
}

function file(others: readonly Section[]): Uint8Array {
  const last = others.at(-1);
  const names = stringTable([...others.map(({ name }) => name), '.shstrtab']);
  const at = last ? last.at + last.bytes.length : headerSize;
  const sections = [...others, { name: '.shstrtab', kind: strings, at, bytes: names.bytes }];
  const tableAt = aligned(at + names.bytes.length);
  const written = Buffer.alloc(tableAt + (sections.length + 1) * sectionSize);
  written.set(header(tableAt, sections.length + 1));
  for (const [index, section] of sections.entries()) {
    const [name, flags] = [names.at[index] ?? 0, section.kind === programBits ? 6 : 2];
    written.set(section.bytes, section.at);
    written.set(
      fields([name, 4], [section.kind, 4], [flags, 8], [section.at, 8], [section.at, 8], [section.bytes.length, 8]),
      tableAt + (index + 1) * sectionSize,
    );
  }
  return written;
}

/** 64 bits, little endian, without program headers; the last section names the others. */
const header = (tableAt: number, count: number): Uint8Array =>
  Buffer.concat([
    Buffer.from('\x7fELF\x02\x01\x01'.padEnd(16, '\0'), 'latin1'),
    fields([sharedObject, 2], [bpf, 2], [1, 4], [headerSize, 8], [headerSize, 8], [tableAt, 8], [0, 4]),
    fields([headerSize, 2], [56, 2], [0, 2], [sectionSize, 2], [count, 2], [count - 1, 2]),
  ]);

const aligned = (offset: number): number => Math.ceil(offset / 8) * 8;

/** Numbers in so many bytes each, little endian. */
const fields = (...numbers: readonly (readonly [value: number | bigint, bytes: number])[]): Uint8Array =>
  Buffer.concat(
    numbers.map(([value, bytes]) => {
      const written = Buffer.alloc(8);
      written.writeBigUInt64LE(BigInt(value));
      return written.subarray(0, bytes);
    }),
  );

/** Texts with a zero after each, behind an empty one; and where each begins. */
function stringTable(texts: readonly string[]): { readonly bytes: Uint8Array; readonly at: readonly number[] } {
  const at = texts.map((_, index) => 1 + texts.slice(0, index).reduce((sum, text) => sum + text.length + 1, 0));
  return { bytes: Buffer.from(`\0${texts.map((text) => `${text}\0`).join('')}`), at };
}
