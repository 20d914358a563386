import fc from 'fast-check';
import { seed } from './cases.ts';

// One seed for every property: whatever falls can be played again by one variable.
fc.configureGlobal({ seed });
