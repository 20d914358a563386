/** What the account pane shows, a part at a time. */
export const accountSections = ['wallets', 'groups', 'settings', 'suggestions', 'agents'] as const;

export type AccountSection = (typeof accountSections)[number];

export const sectionTitles: Readonly<Record<AccountSection, string>> = {
  wallets: 'Wallets',
  groups: 'Groups',
  settings: 'Settings',
  suggestions: 'Suggestions',
  agents: 'Agents',
};

/** The section after this one, or before it; they go round. */
export function nextSection(section: AccountSection, step: 1 | -1): AccountSection {
  const at = accountSections.indexOf(section) + step;
  return accountSections.at(at % accountSections.length) ?? 'wallets';
}
