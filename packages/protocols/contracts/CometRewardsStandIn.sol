// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CometStandIn, Token} from "./CometStandIn.sol";

/// Stands for CometRewards.
contract CometRewardsStandIn {
    struct RewardOwed {
        address token;
        uint256 owed;
    }

    address private immutable token;
    /// Of one unit of trackingAccrued.
    uint256 private immutable rescale;
    mapping(address => mapping(address => uint256)) private claimed;

    constructor(address token_, uint256 rescale_) {
        (token, rescale) = (token_, rescale_);
    }

    function getRewardOwed(address comet, address owner) public returns (RewardOwed memory) {
        CometStandIn(comet).accrueAccount(owner);
        uint256 accrued = CometStandIn(comet).baseTrackingAccrued(owner) * rescale;
        return RewardOwed(token, accrued - claimed[comet][owner]);
    }

    function claim(address comet, address owner, bool) external {
        uint256 owed = getRewardOwed(comet, owner).owed;
        claimed[comet][owner] += owed;
        Token(token).transfer(owner, owed);
    }
}
