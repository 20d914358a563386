/** An object of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members of an object from outside, of which nothing is known yet; none where it is something else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The keys of a table by their type, which `Object.keys` forgets because an object could have more of them. */
export const keysOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(table) as Name[];
