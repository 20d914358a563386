// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./Token.sol";

/// Tells all that an owner has to lose in one call.
contract Witness {
    /// The size of its code, the native balance, then of each token its balance and what each spender may move.
    function read(
        address owner,
        address[] calldata tokens,
        address[] calldata spenders
    ) external view returns (uint256[] memory found) {
        found = new uint256[](2 + tokens.length * (1 + spenders.length));
        uint256 next = 0;
        found[next++] = owner.code.length;
        found[next++] = owner.balance;
        for (uint256 i = 0; i < tokens.length; i++) {
            found[next++] = Token(tokens[i]).balanceOf(owner);
            for (uint256 j = 0; j < spenders.length; j++) found[next++] = Token(tokens[i]).allowance(owner, spenders[j]);
        }
    }
}
