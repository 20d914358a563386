import { defineConfig } from 'vitepress';

const group = (text, pages) => ({ text, items: pages.map(([title, link]) => ({ text: title, link: `/${link}` })) });

export default defineConfig({
  title: 'swapdeck',
  description: 'A full-screen trading desk for the terminal',
  cleanUrls: true,
  head: [['meta', { name: 'theme-color', content: '#16181d' }]],
  markdown: { html: true },
  themeConfig: {
    search: { provider: 'local' },
    nav: [{ text: 'Contents', link: '/contents' }],
    outline: { level: [2, 3] },
    sidebar: [
      group('Start', [
        ['swapdeck', ''],
        ['Install', 'install'],
        ['The desk', 'desk'],
        ['Trade on paper', 'paper'],
        ['Go live safely', 'live'],
        ['Check a service', 'check'],
        ['Troubleshooting', 'troubleshooting'],
      ]),
      group('Use', [
        ['Orders', 'orders'],
        ['Equity and PnL', 'equity'],
        ['Alerts', 'alerts'],
        ['The journal', 'journal'],
        ['Streams', 'streams'],
        ['Recordings', 'recording'],
        ['Screen reader', 'accessibility'],
        ['Safety rules', 'safety'],
        ['Security', 'security'],
      ]),
      group('Script', [
        ['Scripts and pipes', 'scripting'],
        ['Examples for bots', 'examples'],
      ]),
      group('Reference', [
        ['Keys', 'keybindings'],
        ['Typed commands', 'commands'],
        ['Command line', 'command-line'],
        ['Configuration', 'configuration'],
        ['API coverage', 'coverage'],
      ]),
      group('Inside', [
        ['Architecture', 'architecture'],
        ['Decisions', 'decisions'],
        ['Testing', 'testing'],
        ['Benchmarks', 'benchmarks'],
        ['Contributing', 'contributing'],
      ]),
    ],
  },
});
