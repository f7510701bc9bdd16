// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Staked {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function getSharesByPooledEth(uint256 ethAmount) external view returns (uint256);
}

/// Answers as Lido's withdrawal queue does, with its arithmetic: a request pays what was asked for, or less when a share is worth
/// less when it is finalized. Who may finalize, and what is between, is left out.
contract WithdrawalQueue {
    struct WithdrawalRequestStatus {
        uint256 amountOfStETH;
        uint256 amountOfShares;
        address owner;
        uint256 timestamp;
        bool isFinalized;
        bool isClaimed;
    }

    struct Checkpoint {
        uint256 fromRequestId;
        uint256 maxShareRate;
    }

    uint256 private constant E27 = 1e27;
    Staked private immutable stETH;
    WithdrawalRequestStatus[] private requests;
    Checkpoint[] private checkpoints;
    uint256 private lastFinalized;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    constructor(Staked stETH_) {
        stETH = stETH_;
    }

    function requestWithdrawals(uint256[] calldata amounts, address owner) external {
        for (uint256 at = 0; at < amounts.length; at++) {
            uint256 shares = stETH.getSharesByPooledEth(amounts[at]);
            stETH.transferFrom(msg.sender, address(this), amounts[at]);
            requests.push(WithdrawalRequestStatus(amounts[at], shares, owner, block.timestamp, false, false));
            emit Transfer(address(0), owner, requests.length);
        }
    }

    function finalize(uint256 lastRequestId, uint256 maxShareRate) external payable {
        checkpoints.push(Checkpoint(lastFinalized + 1, maxShareRate));
        for (uint256 id = lastFinalized + 1; id <= lastRequestId; id++) requests[id - 1].isFinalized = true;
        lastFinalized = lastRequestId;
    }

    function getWithdrawalStatus(uint256[] calldata ids) external view returns (WithdrawalRequestStatus[] memory statuses) {
        statuses = new WithdrawalRequestStatus[](ids.length);
        for (uint256 at = 0; at < ids.length; at++) statuses[at] = requests[ids[at] - 1];
    }

    function getLastCheckpointIndex() external view returns (uint256) {
        return checkpoints.length;
    }

    function findCheckpointHints(uint256[] calldata ids, uint256 first, uint256 last) external view returns (uint256[] memory hints) {
        hints = new uint256[](ids.length);
        for (uint256 at = 0; at < ids.length; at++) {
            require(at == 0 || ids[at - 1] < ids[at], "RequestIdsNotSorted");
            for (uint256 index = first; index <= last && ids[at] <= lastFinalized; index++) {
                if (checkpoints[index - 1].fromRequestId <= ids[at]) hints[at] = index;
            }
        }
    }

    function getClaimableEther(uint256[] calldata ids, uint256[] calldata hints) public view returns (uint256[] memory values) {
        values = new uint256[](ids.length);
        for (uint256 at = 0; at < ids.length; at++) {
            require(hints[at] != 0 && checkpoints[hints[at] - 1].fromRequestId <= ids[at], "InvalidHint");
            require(hints[at] == checkpoints.length || checkpoints[hints[at]].fromRequestId > ids[at], "InvalidHint");
            WithdrawalRequestStatus memory request = requests[ids[at] - 1];
            uint256 maxRate = checkpoints[hints[at] - 1].maxShareRate;
            uint256 rate = (request.amountOfStETH * E27) / request.amountOfShares;
            if (request.isClaimed) continue;
            values[at] = rate > maxRate ? (request.amountOfShares * maxRate) / E27 : request.amountOfStETH;
        }
    }

    function claimWithdrawals(uint256[] calldata ids, uint256[] calldata hints) external {
        uint256[] memory values = getClaimableEther(ids, hints);
        for (uint256 at = 0; at < ids.length; at++) {
            require(requests[ids[at] - 1].owner == msg.sender, "NotOwner");
            requests[ids[at] - 1].isClaimed = true;
            emit Transfer(msg.sender, address(0), ids[at]);
            payable(msg.sender).transfer(values[at]);
        }
    }

    function ownerOf(uint256 id) external view returns (address) {
        require(!requests[id - 1].isClaimed, "RequestAlreadyClaimed");
        return requests[id - 1].owner;
    }
}
