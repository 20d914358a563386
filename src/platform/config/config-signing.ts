import { z } from 'zod';
import { BaseUrlError } from './base-url.ts';
import { text } from './config-fields.ts';
import { parseRpcUrl } from './rpc-url.ts';

const urlsRule = 'must be a list of one to three addresses such as ["https://rpc.example.com"]';

const rpcUrl = text('the address of an RPC endpoint').transform((value, context) => {
  try {
    return parseRpcUrl(value);
  } catch (error) {
    if (!(error instanceof BaseUrlError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

const rpcUrls = z.array(rpcUrl, { error: urlsRule }).max(3, { error: 'must name at most 3 addresses' }).default([]);

/** `[rpc]` of the configuration. */
export const rpcSchema = z.strictObject({ solana: rpcUrls, base: rpcUrls, bsc: rpcUrls, monad: rpcUrls }).prefault({});

const programRule =
  'must be chain:address, with solana, base, bsc or monad as the chain, and a full address such as "base:0x…" of 40 hex digits';
const programsRule = `must be a list; each ${programRule}`;

const programs = z
  .array(
    z
      .string({ error: programRule })
      .regex(/^(solana:[1-9A-HJ-NP-Za-km-z]{32,44}|(base|bsc|monad):0x[0-9a-fA-F]{40})$/, { error: programRule }),
    { error: programsRule },
  )
  .max(50, { error: 'must name at most 50 programs' })
  .default([]);

const feeRule =
  'must be an amount of the native coin above zero: a whole number, or a decimal in quotes such as "0.01"';

/** A TOML float may already have lost digits. */
const fee = (decimals: number, fallback: string) =>
  z
    .union(
      [
        z.int().positive().transform(String),
        z.string().regex(new RegExp(`^(?=.*[1-9])\\d{1,9}(\\.\\d{1,${decimals}})?$`), { error: feeRule }),
      ],
      { error: feeRule },
    )
    .default(fallback);

/** `[signing]` of the configuration. */
export const signingSchema = z
  .strictObject({
    programs,
    allow_unknown: programs,
    submit: z.enum(['service', 'rpc'], { error: 'must be "service" or "rpc"' }).default('service'),
    max_fee: z
      .strictObject({
        solana: fee(9, '0.01'),
        base: fee(18, '0.002'),
        bsc: fee(18, '0.01'),
        monad: fee(18, '1'),
      })
      .prefault({}),
  })
  .prefault({});

/** Converts the file's snake_case. `maxFee` is decimal text in native coins, by chain; programs are `chain:address`. */
export const toSigning = (file: z.output<typeof signingSchema>) => ({
  programs: file.programs,
  allowUnknown: file.allow_unknown,
  submitBy: file.submit,
  maxFee: file.max_fee,
});
