import { z } from 'zod';
import { isFields } from '../../domain/fields.ts';
import { chainName, list, openEnum, opt, safeText, verbatim } from '../schema.ts';

const nullableText = opt(safeText());
/** An id as text; a number is read too. Ids are for showing and matching, never for arithmetic. */
export const idText = () => opt(z.union([safeText(), z.number().transform(String)]));

const flag = opt(z.boolean());
const count = opt(z.number());

const author = z.object({
  userId: idText(),
  username: nullableText,
  displayName: nullableText,
  avatarUrl: nullableText,
  isBot: flag,
  verified: flag,
  followersCount: count,
});

/**
 * A chat message or post. Which fields it has depends on the platform; names that begin with `snapshot` are those of the
 * time of the message.
 */
const message = z.object({
  messageId: idText(),
  tweetId: idText(),
  content: nullableText,
  timestamp: count,
  author: opt(author),
  tokens: opt(list(z.object({ address: verbatim(), chain: opt(chainName()) }))),
  isEdited: flag,
  isDeleted: flag,
  replyToMessageId: idText(),
  guildId: idText(),
  channelId: idText(),
  snapshotGuildName: nullableText,
  snapshotChannelName: nullableText,
  chatId: idText(),
  snapshotChatTitle: nullableText,
  topicId: count,
  topicTitle: nullableText,
  hashtags: opt(list(safeText())),
  cashtags: opt(list(safeText())),
  mentions: opt(list(z.object({ username: nullableText, userId: idText() }))),
  mediaUrls: opt(list(safeText())),
  publicMetrics: opt(z.object({ likeCount: count, retweetCount: count, replyCount: count, quoteCount: count })),
  conversationId: idText(),
  inReplyToUserId: idText(),
});

/** A message with its platform. Until May 2026 its fields stood beside `platform`; `withData` moves those into `data`. */
export const alphaMessage = {
  platform: opt(openEnum('discord', 'telegram', 'x')),
  data: opt(message),
};

export type AlphaMessage = z.output<z.ZodObject<typeof alphaMessage>>;

const moved = (value: unknown): unknown =>
  isFields(value) && typeof value.platform === 'string' && !value.data ? { ...value, data: value } : value;

/** Reads messages of the flat form like those of today. `meta().like` is the schema of those. */
export const withData = <T extends z.ZodType>(schema: T) =>
  z
    .custom<z.input<T>>()
    .transform(moved)
    .pipe(schema as z.ZodType<z.output<T>, unknown>)
    .meta({ like: schema });
