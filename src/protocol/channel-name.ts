/** True when a Pusher server accepts the text as a channel name: at most 164 characters of its narrow alphabet. */
export const isChannelName = (name: string): boolean => /^[A-Za-z0-9_\-=@,.;]{1,164}$/.test(name);
