// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./PlainToken.sol";

/// An ERC-20 whose balances also change in ways that its Transfer events do not report.
contract UnloggedToken is PlainToken {
    event Credited(address indexed account, uint256 value);

    constructor(string memory name_, string memory symbol_) PlainToken(name_, symbol_, 18) {}

    /// By an event of its own, as DSToken's Mint.
    function credit(address account, uint256 value) external {
        balanceOf[account] += value;
        emit Credited(account, value);
    }

    function debit(address account, uint256 value) external {
        balanceOf[account] -= value;
        emit Credited(account, value);
    }

    /// Without any event.
    function creditSilently(address account, uint256 value) external {
        balanceOf[account] += value;
    }

    function debitSilently(address account, uint256 value) external {
        balanceOf[account] -= value;
    }

    /// The event alone, for this many accounts from the given one.
    function mention(address account, uint256 count) external {
        for (uint160 n = 0; n < count; n++) emit Credited(address(uint160(account) + n), 0);
    }

    /// Credits the account, and logs the opposite movement, as the locked GNO does.
    function lock(address account, uint256 value) external {
        balanceOf[account] += value;
        emit Transfer(account, address(this), value);
    }
}
