/** `-o`: how a command prints its data. `others` are formats of one command alone. */
export const formatOption = <const Others extends readonly string[] = readonly []>(usual: string, others?: Others) =>
  ({
    value: 'FORMAT',
    short: 'o',
    choices: ['table', 'json', 'ndjson', ...(others ?? [])] as readonly (
      | 'table'
      | 'json'
      | 'ndjson'
      | Others[number]
    )[],
    summary: `print as aligned columns, as indented JSON, or as one JSON value a line; ${usual} by default`,
  }) as const;
