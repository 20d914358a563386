import { ChainError, type SvmRpc } from './chain-rpc.ts';

/** Entries of lookup tables, by the table's address. Rejects with ChainError if one of the tables is not in use. */
export async function resolveLookups(
  rpc: Pick<SvmRpc, 'host' | 'lookupTable'>,
  tables: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await Promise.all(
    [...new Set(tables)].map(async (table) => {
      const entries = await rpc.lookupTable(table);
      if (!entries) throw new ChainError('REFUSED', `${rpc.host} has no lookup table in use at ${table}`);
      return [table, entries] as const;
    }),
  );
  return new Map(found);
}
