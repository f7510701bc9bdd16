// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Sablier's Flow: streams of tokens of 18 decimals, as long as their deposit lasts.
contract FlowStandIn {
    struct Stream {
        address sender;
        address recipient;
        address token;
        uint128 rate;
        uint128 balance;
        uint256 since;
    }

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event CreateFlowStream(
        uint256 streamId,
        address indexed sender,
        address indexed recipient,
        uint128 ratePerSecond,
        address indexed token,
        bool transferable
    );

    uint256 public nextStreamId = 1;
    mapping(uint256 => Stream) public streams;

    function createAndDeposit(address recipient, uint128 rate, address token, uint128 amount) external {
        IToken(token).transferFrom(msg.sender, address(this), amount);
        streams[nextStreamId] = Stream(msg.sender, recipient, token, rate, amount, block.timestamp);
        emit Transfer(address(0), recipient, nextStreamId);
        emit CreateFlowStream(nextStreamId++, msg.sender, recipient, rate, token, true);
    }

    function withdrawableAmountOf(uint256 id) public view returns (uint128) {
        uint256 debt = streams[id].rate * (block.timestamp - streams[id].since);
        return debt < streams[id].balance ? uint128(debt) : streams[id].balance;
    }

    function refundableAmountOf(uint256 id) external view returns (uint128) {
        return streams[id].balance - withdrawableAmountOf(id);
    }

    function ownerOf(uint256 id) external view returns (address) {
        return streams[id].recipient;
    }

    function getSender(uint256 id) external view returns (address) {
        return streams[id].sender;
    }

    function getToken(uint256 id) external view returns (address) {
        return streams[id].token;
    }

    function getTokenDecimals(uint256) external pure returns (uint8) {
        return 18;
    }

    function getRatePerSecond(uint256 id) external view returns (uint128) {
        return streams[id].rate;
    }
}
