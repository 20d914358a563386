/** Sections of the account pane; it shows one at a time. */
export const accountSections = ['wallets', 'groups', 'settings', 'suggestions', 'agents'] as const;

export type AccountSection = (typeof accountSections)[number];

export const sectionTitles: Readonly<Record<AccountSection, string>> = {
  wallets: 'Wallets',
  groups: 'Groups',
  settings: 'Settings',
  suggestions: 'Suggestions',
  agents: 'Agents',
};

/** The next or previous section, wrapping around. */
export function nextSection(section: AccountSection, step: 1 | -1): AccountSection {
  const at = accountSections.indexOf(section) + step;
  return accountSections.at(at % accountSections.length) ?? 'wallets';
}
