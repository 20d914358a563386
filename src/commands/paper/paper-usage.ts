/** A separate file, so that the command list can show it without loading the paper service. */
export const paperUsage =
  'swapdeck paper [--port N] [--seed N] [--speed X] [--market calm|real|wild] [--scenario NAME] [--state DIR | --ephemeral] [--chaos LEVEL] [--latency MS|real] [--answers FORM] [--publish-to URL] [--no-splits] [--json], or swapdeck paper reset [--state DIR], or swapdeck paper scenario NAME --base-url URL';
