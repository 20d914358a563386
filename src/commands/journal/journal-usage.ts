/** A separate file, so that the command list can show it without loading the command. */
export const journalUsage =
  'swapdeck journal [--since TIME] [--until TIME] [--outcome accepted|rejected|unknown|not-sent|open] [--profile NAME] [--mode paper|live] [--operation ID] [--text WORDS] [--lines | --csv | --json]';
