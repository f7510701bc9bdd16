// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandInToken} from "./StandInToken.sol";

/// Stands for Synthetix' AddressResolver, Synthetix, sUSD, RewardEscrowV2, Liquidator and LiquidatorRewards, at one to one.
contract SynthetixStandIn {
    struct Entry {
        uint256 amount;
        uint256 endTime;
    }

    uint256 public constant liquidationRatio = 0.625e18;
    uint256 public totalEscrowedBalance;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public earned;
    mapping(address => uint256) private debts;
    mapping(address => uint256) private staked;
    mapping(address => Entry[]) private entries;

    event Issued(address indexed account, uint256 value);
    event VestingEntryCreated(
        address indexed beneficiary, uint256 time, uint256 value, uint256 duration, uint256 entryID
    );

    function getAddress(bytes32) external view returns (address) {
        return address(this);
    }

    function issueSynths(uint256 stake, uint256 amount) external {
        issueFor(msg.sender, stake, amount);
    }

    function issueFor(address account, uint256 stake, uint256 amount) public {
        staked[account] += stake;
        debts[account] += amount;
        emit Issued(account, amount);
    }

    function reward(address account, uint256 amount) external {
        earned[account] += amount;
    }

    function createEscrowEntry(address beneficiary, uint256 amount, uint256 duration) external {
        entries[beneficiary].push(Entry(amount, block.timestamp + duration));
        balanceOf[beneficiary] += amount;
        totalEscrowedBalance += amount;
        emit VestingEntryCreated(beneficiary, block.timestamp, amount, duration, entries[beneficiary].length);
    }

    function debtBalanceOf(address account, bytes32 currencyKey) external view returns (uint256) {
        return currencyKey == "sUSD" ? debts[account] : 0;
    }

    function collateralisationRatio(address account) external view returns (uint256) {
        uint256 collateral = staked[account] + balanceOf[account] + earned[account];
        return collateral == 0 ? 0 : (debts[account] * 1e18) / collateral;
    }

    function getAccountVestingEntryIDs(address account, uint256, uint256) external view returns (uint256[] memory ids) {
        ids = new uint256[](entries[account].length);
        for (uint256 at = 0; at < ids.length; at++) ids[at] = at + 1;
    }

    function getVestingQuantity(address account, uint256[] calldata ids) external view returns (uint256 total) {
        for (uint256 at = 0; at < ids.length; at++) {
            Entry memory entry = entries[account][ids[at] - 1];
            if (entry.endTime <= block.timestamp) total += entry.amount;
        }
    }
}

/// Stands for sUSD.
contract SynthStandIn is StandInToken {
    SynthetixStandIn private immutable synthetix;

    event Issued(address indexed account, uint256 value);

    constructor(SynthetixStandIn synthetix_) StandInToken("sUSD", 18) {
        synthetix = synthetix_;
    }

    function issue(uint256 stake, uint256 amount) external {
        synthetix.issueFor(msg.sender, stake, amount);
        _mint(msg.sender, amount);
        emit Issued(msg.sender, amount);
    }
}
