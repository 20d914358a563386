/** What the account pane shows, a part at a time. */
export const accountSections = ['who', 'wallets', 'groups', 'settings', 'key', 'suggestions', 'agents'] as const;

export type AccountSection = (typeof accountSections)[number];

export const sectionTitles: Readonly<Record<AccountSection, string>> = {
  who: 'Who',
  wallets: 'Wallets',
  groups: 'Groups',
  settings: 'Settings',
  key: 'Key',
  suggestions: 'Suggestions',
  agents: 'Agents',
};

/** The section after this one, or before it; they go round. */
export function nextSection(section: AccountSection, step: 1 | -1): AccountSection {
  const at = accountSections.indexOf(section) + step;
  return accountSections.at(at % accountSections.length) ?? 'who';
}
