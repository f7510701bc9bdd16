// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Claims to be a voter of Solidly with its minter and distributor: it owes beyond all measure.
contract LyingVoter {
    address public immutable factory;
    address public immutable ve = msg.sender;
    address public immutable minter = address(this);
    address public immutable rewardsDistributor = address(this);

    constructor(address factory_) {
        factory = factory_;
    }

    function claimable(uint256) external pure returns (uint256) {
        return 1e30;
    }
}

/// Claims to be an escrow of Solidly, with two locks beyond all measure.
contract LyingEscrow {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    address public immutable token;
    LyingVoter public immutable voter;
    address private immutable holder;
    uint256 public constant supply = 1e30;

    constructor(address factory, address token_, address holder_) {
        (token, holder) = (token_, holder_);
        voter = new LyingVoter(factory);
        emit Transfer(address(0), holder_, 1);
        emit Transfer(address(0), holder_, 2);
    }

    function ownerOf(uint256) external view returns (address) {
        return holder;
    }

    function locked(uint256) external pure returns (int128, uint256) {
        return (1e30, 4e9);
    }
}
