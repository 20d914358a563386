import { paperPoolSeed } from '../../../src/domain/market/paper-contracts.ts';
import { program } from './elf.ts';

/**
 * A swap program for the address of paper's, with real pools. It does what paper's swap instruction says, by the token
 * programs that the instruction names; it pays by the constant product of its vaults, and fails below the minimum.
 */
const source = `
; An account as the runtime hands it over, and in a token account its mint, owner and amount
signer = 1
key = 8
owner = 40
lamports = 72
length = 80
data = 88
mint = 88
holder = 120
amount = 152

; The frame of swap, which is r9 everywhere: what is kept there, and the accounts of the instruction
seedText = -8
bump = -16
authority = -48
seeds = -80
seedsLength = -72
bumpSeed = -64
bumpLength = -56
signers = -96
signersLength = -88
accounts = -256
payer = -256
input = -248
output = -240
source = -232
destination = -224
vaultIn = -216
vaultOut = -208
pool = -200
inputProgram = -192
outputProgram = -184

swap:
  mov r9, r10
  ldxdw r2, [r1+0]
  jlt r2, 10, refuse
  jgt r2, 20, refuse
  mov r6, r1
  add r6, 8
  mov r7, r9
  add r7, accounts
  mov r8, 0
next:                       ; r6: an account, r7: where it is kept, r8: how many are
  ldxb r3, [r6+0]
  jne r3, 255, again
  stxdw [r7+0], r6
  ldxdw r3, [r6+length]
  add r6, r3
  add r6, 10343             ; what it may grow by, its rent epoch, rounded up
  and r6, -8
  ja kept
again:                      ; the same account as an earlier one
  lsh r3, 3
  mov r4, r9
  add r4, r3
  ldxdw r3, [r4+accounts]
  stxdw [r7+0], r3
  add r6, 8
kept:
  add r7, 8
  add r8, 1
  jlt r8, r2, next

  ldxdw r7, [r6+0]          ; length of the data: tag, two amounts, the quote's id
  jlt r7, 17, refuse
  add r6, 8
  ldxb r2, [r6+0]
  jne r2, 1, refuse
  add r7, r6                ; behind it the program's own address
  ldxdw r8, [r6+9]          ; the minimum
  ldxdw r6, [r6+1]          ; what is sold

  ldxdw r1, [r9+payer]
  ldxb r2, [r1+signer]
  jeq r2, 0, refuse

  stw [r9+seedText], ${Buffer.from(paperPoolSeed).readUInt32LE()}
  mov r1, r9
  add r1, seedText
  stxdw [r9+seeds], r1
  stdw [r9+seedsLength], ${paperPoolSeed.length}
  mov r1, r9
  add r1, seeds
  mov r2, 1
  mov r3, r7
  mov r4, r9
  add r4, authority
  mov r5, r9
  add r5, bump
  call sol_try_find_program_address
  jne r0, 0, refuse
  mov r1, r9
  add r1, bump
  stxdw [r9+bumpSeed], r1
  stdw [r9+bumpLength], 1
  mov r1, r9
  add r1, seeds
  stxdw [r9+signers], r1
  stdw [r9+signersLength], 2

  ; Pool and vaults are the program's own, and of the tokens that are named
  mov r2, r9
  add r2, authority
  ldxdw r1, [r9+pool]
  add r1, key
  call same
  ldxdw r1, [r9+vaultIn]
  add r1, holder
  call same
  ldxdw r1, [r9+vaultOut]
  add r1, holder
  call same
  ldxdw r1, [r9+vaultIn]
  add r1, mint
  ldxdw r2, [r9+input]
  add r2, key
  call same
  ldxdw r1, [r9+vaultOut]
  add r1, mint
  ldxdw r2, [r9+output]
  add r2, key
  call same

  ldxdw r1, [r9+vaultIn]    ; bought = vault out × sold / (vault in + sold), if 64 bits hold it
  ldxdw r1, [r1+amount]
  add r1, r6
  jlt r1, r6, refuse
  jeq r6, 0, refuse
  ldxdw r2, [r9+vaultOut]
  ldxdw r2, [r2+amount]
  mov r7, r2
  mul r7, r6
  mov r3, r7
  div r3, r6
  jne r3, r2, refuse
  div r7, r1
  jlt r7, r8, tooLittle

  ldxdw r1, [r9+source]
  ldxdw r2, [r9+vaultIn]
  ldxdw r3, [r9+payer]
  ldxdw r4, [r9+inputProgram]
  mov r5, r6
  call transfer
  ldxdw r1, [r9+vaultOut]
  ldxdw r2, [r9+destination]
  ldxdw r3, [r9+pool]
  ldxdw r4, [r9+outputProgram]
  mov r5, r7
  call transfer
  mov r0, 0
  exit
tooLittle:
  mov r0, 2
  exit
refuse:
  mov r0, 1
  exit

; Ends the program unless the addresses at r1 and r2 are the same
same:
  ldxdw r3, [r1+0]
  ldxdw r4, [r2+0]
  jne r3, r4, differs
  ldxdw r3, [r1+8]
  ldxdw r4, [r2+8]
  jne r3, r4, differs
  ldxdw r3, [r1+16]
  ldxdw r4, [r2+16]
  jne r3, r4, differs
  ldxdw r3, [r1+24]
  ldxdw r4, [r2+24]
  jne r3, r4, differs
  exit
differs:
  call abort

; Moves r5 from the account r1 to r2 in the name of r3, by the token program r4. In its own frame: the instruction, its data
; (3, the amount), its three accounts, and what they hold
called = -48
calledAccounts = -40
calledCount = -32
calledData = -24
calledLength = -16
tag = -64
tagAmount = -63
metas = -112
firstFlags = -104
secondFlags = -88
thirdFlags = -72
infos = -280
transfer:
  stb [r10+tag], 3
  stxdw [r10+tagAmount], r5
  add r4, key
  stxdw [r10+called], r4
  mov r4, r10
  add r4, tag
  stxdw [r10+calledData], r4
  stdw [r10+calledLength], 9
  mov r4, r10
  add r4, metas
  stxdw [r10+calledAccounts], r4
  stdw [r10+calledCount], 3
  stdw [r10+firstFlags], 1     ; writable
  stdw [r10+secondFlags], 1
  stdw [r10+thirdFlags], 0x100 ; a signer
  mov r6, r2
  mov r7, r3
  mov r2, r4
  mov r3, r10
  add r3, infos
  call describe
  mov r1, r6
  call describe
  mov r1, r7
  call describe
  mov r1, r10
  add r1, called
  mov r2, r10
  add r2, infos
  mov r3, 3
  mov r4, r9
  add r4, signers
  mov r5, 1
  call sol_invoke_signed_c
  exit

; Writes the account r1 to r2, the accounts of an instruction, and to r3, what they hold; and moves both on
describe:
  mov r4, r1
  add r4, key
  stxdw [r2+0], r4
  stxdw [r3+0], r4
  mov r4, r1
  add r4, lamports
  stxdw [r3+8], r4
  ldxdw r4, [r1+length]
  stxdw [r3+16], r4
  mov r4, r1
  add r4, data
  stxdw [r3+24], r4
  mov r4, r1
  add r4, owner
  stxdw [r3+32], r4
  stdw [r3+40], 0
  ldxdw r4, [r1+0]             ; signer, writable, executable
  rsh r4, 8
  stxdw [r3+48], r4
  add r2, 16
  add r3, 56
  exit
`;

export const poolProgram = (): Uint8Array => program(source);
