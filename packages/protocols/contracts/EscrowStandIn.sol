// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Curve's VotingEscrow: locks of one token.
contract EscrowStandIn {
    struct Lock {
        int128 amount;
        uint256 end;
    }

    event Deposit(address indexed provider, uint256 value, uint256 indexed locktime, int128 type_, uint256 ts);

    address public immutable token;
    mapping(address => Lock) public locked;

    constructor(address token_) {
        token = token_;
    }

    function create_lock(uint256 value, uint256 end) external {
        IToken(token).transferFrom(msg.sender, address(this), value);
        locked[msg.sender] = Lock(int128(uint128(value)), end);
        emit Deposit(msg.sender, value, end, 1, block.timestamp);
    }

    function balanceOf(address user) external view returns (uint256) {
        return uint256(uint128(locked[user].amount)) / 2;
    }
}
