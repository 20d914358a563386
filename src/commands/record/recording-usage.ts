export const recordUsage =
  'swapdeck record FILE [--for 60s] [--stream ID[:name=value,…]]… [--force] [--profile NAME | --base-url URL | --paper] [--seed N] [--speed X] [--ephemeral]';
export const replayUsage = 'swapdeck replay FILE [--speed X|max] [--print]';
