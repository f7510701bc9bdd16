// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Stands for veFXS: Curve's VotingEscrow.
contract VotingEscrowStandIn {
    struct Lock {
        int128 amount;
        uint256 end;
    }

    mapping(address => Lock) public locked;

    event Deposit(address indexed provider, uint256 value, uint256 indexed locktime, int128 type_, uint256 ts);

    function create_lock(uint256 value, uint256 end) external {
        locked[msg.sender] = Lock(int128(int256(value)), end);
        emit Deposit(msg.sender, value, end, 1, block.timestamp);
    }
}
