import { expect, test } from 'vitest';
import { locateKey } from './toml-location.ts';

const toml = `profile = "main"
  theme="dark"

[profiles.main]
base_url = "x"
[profiles."odd name"]
  key_file = "y"
[tape]
tokens = ["a"]
caps.collar_pct = 2
`;

test.each([
  [['profile'], 1, 1],
  [['theme'], 2, 3],
  [['profiles', 'main'], 4, 2],
  [['profiles', 'main', 'base_url'], 5, 1],
  [['profiles', 'odd name', 'key_file'], 7, 3],
  [['tape', 'tokens', 0], 9, 1],
  [['tape', 'caps', 'collar_pct'], 10, 1],
  [['profiles'], 4, 2],
  [['profiles', 'main', 'missing'], 4, 2],
  [['nowhere'], 1, 1],
])('%j', (path, line, column) => expect(locateKey(toml, path)).toEqual({ line, column }));
