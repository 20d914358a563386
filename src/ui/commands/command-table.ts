import type { Command } from '../desk/desk.ts';

/** Commands by id; the ids are literal types. */
export type CommandTable<Id extends string> = Readonly<Record<Id, Command>>;

export const commandTable = <const Id extends string>(
  table: Readonly<Record<Id, Omit<Command, 'id'>>>,
): CommandTable<Id> =>
  Object.fromEntries(
    Object.entries<Omit<Command, 'id'>>(table).map(([id, command]) => [id, { ...command, id }]),
    // The keys of the literal are the ids: fromEntries widens them to string.
  ) as CommandTable<Id>;
