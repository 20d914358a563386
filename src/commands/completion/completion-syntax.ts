import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { shells } from './shells.ts';

export const completionSyntax = {
  name: 'completion',
  summary: 'Print a script that completes commands, options, operations, profiles and coins in your shell',
  words: [{ name: 'SHELL', summary: 'the shell', choices: shells }],
  options: {},
  examples: [
    ['source <(swapdeck completion bash)', 'in ~/.bashrc'],
    ['source <(swapdeck completion zsh)', 'in ~/.zshrc, after compinit'],
    ['swapdeck completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
} as const satisfies CommandSyntax;
