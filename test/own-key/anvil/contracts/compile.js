// Compiles the contracts beside it into contracts.json. Needed after a change to one of them, never to run the tests.
//   node test/own-key/anvil/contracts/compile.js
// The compiler is no dependency: npx fetches it from npm.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const compiler = 'solc@0.8.37';
const names = ['Router', 'Thief', 'Token', 'Witness'];

const sources = Object.fromEntries(
  names.map((name) => [`${name}.sol`, { content: readFileSync(join(import.meta.dirname, `${name}.sol`), 'utf8') }]),
);
const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  // Without the hash of its own metadata the code depends on the source alone.
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
};
const { stdout, status } = spawnSync('npx', ['--yes', compiler, '--standard-json'], {
  input: JSON.stringify({ language: 'Solidity', sources, settings }),
  encoding: 'utf8',
  stdio: ['pipe', 'pipe', 'inherit'],
  shell: process.platform === 'win32',
});
// The compiler says what it waits for before it answers.
const { contracts, errors = [] } = JSON.parse(stdout.slice(stdout.indexOf('{')));
for (const { formattedMessage } of errors) console.error(formattedMessage);
if (status !== 0 || errors.some(({ severity }) => severity === 'error')) process.exit(1);

const compiled = Object.fromEntries(
  names.map((name) => {
    const sourceHash = createHash('sha256').update(sources[`${name}.sol`].content).digest('hex');
    return [name, { sourceHash, runtimeCode: `0x${contracts[`${name}.sol`][name].evm.deployedBytecode.object}` }];
  }),
);
writeFileSync(
  join(import.meta.dirname, 'contracts.json'),
  `${JSON.stringify({ compiler, contracts: compiled }, null, 2)}\n`,
);
