// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./Token.sol";

/// Swaps by the method of paper's router, from real reserves at their constant product, for a fee of 0.3 %. Like the payable
/// routers of Uniswap it keeps what is sent along beyond what is sold: a careless transaction loses it.
contract Router {
    address private constant native = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// One reserve a token, for its pairs with every other.
    mapping(address => uint256) public reserveOf;

    event Swapped(string quoteId, address tokenIn, address tokenOut, uint256 amountIn, uint256 amountOut, address recipient);

    /// Takes reserves from the caller.
    function fund(address token, uint256 amount) external payable {
        take(token, amount);
        reserveOf[token] += amount;
    }

    function swap(
        string calldata quoteId,
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minAmountOut,
        address recipient,
        uint256 deadline
    ) external payable {
        require(block.timestamp <= deadline, "the deadline has passed");
        require(tokenIn != tokenOut, "the same token");
        uint256 amountOut = quote(tokenIn, tokenOut, amountIn);
        require(amountOut >= minAmountOut, "less than the minimum");
        take(tokenIn, amountIn);
        reserveOf[tokenIn] += amountIn;
        reserveOf[tokenOut] -= amountOut;
        give(tokenOut, recipient, amountOut);
        emit Swapped(quoteId, tokenIn, tokenOut, amountIn, amountOut, recipient);
    }

    function quote(address tokenIn, address tokenOut, uint256 amountIn) public view returns (uint256) {
        uint256 afterFee = amountIn * 997;
        return (reserveOf[tokenOut] * afterFee) / (reserveOf[tokenIn] * 1000 + afterFee);
    }

    function take(address token, uint256 amount) private {
        if (token == native) require(msg.value >= amount, "less of the native coin than is sold");
        else require(Token(token).transferFrom(msg.sender, address(this), amount));
    }

    function give(address token, address to, uint256 amount) private {
        if (token == native) {
            (bool ok, ) = to.call{value: amount}("");
            require(ok, "the recipient does not take it");
        } else {
            require(Token(token).transfer(to, amount));
        }
    }
}
