type Rows = readonly (readonly [term: string, text: string])[];

/** Environment variables that every command reads. */
export const environment: Rows = [
  ['SWAPDECK_API_KEY', 'the API key of one run; read once and removed from the environment'],
  ['SWAPDECK_HOME', 'one folder for configuration and state'],
  ['XDG_CONFIG_HOME, XDG_STATE_HOME', 'where those folders are otherwise'],
  ['NO_COLOR', 'no colours'],
  ['INK_SCREEN_READER', 'true: as --screen-reader'],
];

export const files: Rows = [
  ['~/.config/swapdeck/config.toml', 'the configuration'],
  ['~/.local/state/swapdeck', 'journal, log, paper account'],
];
