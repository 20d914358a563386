import { program } from './elf.ts';

/**
 * The program of a thief, who has an address of his own for it. With two accounts it moves the lamports of the first,
 * which has to be its own, to the second; as the hook of a token (four accounts or more) it refuses the transfer; else it
 * fails unless its last account has signed.
 */
const source = `
signer = 1
lamports = 72
length = 80

thief:
  ldxdw r2, [r1+0]
  jgt r2, 3, refuse
  mov r6, r1
  add r6, 8
  mov r3, 1
next:                        ; r6: an account, r7: the one before it, r3: its number
  jeq r3, r2, last
  mov r7, r6
  ldxdw r4, [r6+length]
  add r6, r4
  add r6, 10343
  and r6, -8
  add r3, 1
  ja next
last:
  jeq r2, 2, take
  ldxb r4, [r6+signer]
  jeq r4, 0, refuse
  mov r0, 0
  exit
take:
  ldxdw r4, [r7+lamports]
  ldxdw r5, [r6+lamports]
  add r5, r4
  stxdw [r6+lamports], r5
  stdw [r7+lamports], 0
  mov r0, 0
  exit
refuse:
  mov r0, 7
  exit
`;

export const thiefProgram = (): Uint8Array => program(source);
