import { describe, expect, test } from 'vitest';
import { attacks, variants, whyRefused } from '../../src/signing/rules/attacks.fixture.ts';
import { native, recent, svmOrder, usdc } from '../../src/signing/rules/honest.fixture.ts';
import { carriedOut } from './svm/carried-out.fixture.ts';
import { changed, holdings } from './svm/holdings.fixture.ts';
import { errorOf, isFailure, nodeOf } from './svm/node.fixture.ts';
import { prepare, signBlindly } from './svm/owner.fixture.ts';
import { noRuntime, pricesOf, runtime, world } from './svm/world.fixture.ts';

/* Each attack on Solana twice: the desk refuses it, and whoever signs it nevertheless is harmed by the runtime itself. */

const onSolana = [...attacks, ...variants].flatMap(({ name, does, transaction, ...rest }) =>
  transaction ? [{ name, does, transaction, whyNot: () => whyRefused({ name, does, ...rest }) }] : [],
);

test('each attack on Solana is carried out', () => {
  expect(Object.keys(carriedOut)).toEqual(onSolana.map(({ name }) => name));
});

describe.skipIf(!runtime)(runtime ? 'on Solana’s runtime' : noRuntime, () => {
  test.each(onSolana)('$name: $does', async ({ name, transaction, whyNot }) => {
    const attack = carriedOut[name];
    if (!attack) throw new Error(`${name} is not carried out`);
    const here = await world();
    await attack.before?.(here);
    const rpc = nodeOf(here.svm);
    const hash = attack.blockhash ?? here.svm.latestBlockhash();
    const encoded = await transaction(hash);
    const signed = await signBlindly(encoded);
    const price = await pricesOf(here, native, usdc);
    await attack.meanwhile?.(here, signed);

    const { verdict, review } = await prepare(rpc, svmOrder, encoded, attack.reviewedAs);
    expect(verdict.kind).toBe('refused');
    expect(review.findings.map(({ what }) => what)).toContain((await whyNot())?.replace(recent, hash));

    const before = await holdings(here);
    const outcome = here.svm.sendTransaction(signed);
    const changes = changed(before, await holdings(here));
    if (typeof attack.ends === 'string') {
      expect(isFailure(outcome) && errorOf(outcome)).toBe(attack.ends);
      expect(changes).toEqual(attack.ends.startsWith('InstructionError') ? { sol: -15_000n } : {});
    } else {
      expect(isFailure(outcome) && errorOf(outcome)).toBe(false);
      expect(changes).toEqual(attack.ends(price));
    }
    const meta = isFailure(outcome) ? outcome.meta() : outcome;
    await attack.after?.(here, meta.logs());
  });
});
