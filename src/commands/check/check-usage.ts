export const checkUsage =
  'swapdeck check [--profile NAME | --base-url URL | --paper] [--seconds N] [--json] [--save FILE]';
