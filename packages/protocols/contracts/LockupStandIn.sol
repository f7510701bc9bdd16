// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Sablier's Lockup with linear streams that have a cliff.
contract LockupStandIn {
    struct Stream {
        address token;
        address recipient;
        uint128 deposited;
        uint128 withdrawn;
        uint128 refunded;
        uint128 unlockedAtStart;
        uint128 unlockedAtCliff;
        uint40 start;
        uint40 cliff;
        uint40 end;
        bool isCanceled;
    }

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    uint256 public nextStreamId = 1;
    mapping(uint256 => Stream) public streams;

    function create(Stream memory stream) external {
        IToken(stream.token).transferFrom(msg.sender, address(this), stream.deposited);
        streams[nextStreamId] = stream;
        emit Transfer(address(0), stream.recipient, nextStreamId++);
    }

    function streamedAmountOf(uint256 id) public view returns (uint128) {
        Stream memory s = streams[id];
        if (s.isCanceled) return s.deposited - s.refunded;
        if (block.timestamp < s.start) return 0;
        if (block.timestamp < s.cliff) return s.unlockedAtStart;
        if (block.timestamp >= s.end) return s.deposited;
        uint128 unlocked = s.unlockedAtStart + s.unlockedAtCliff;
        return unlocked + ((s.deposited - unlocked) * uint128(block.timestamp - s.cliff)) / uint128(s.end - s.cliff);
    }

    function withdrawableAmountOf(uint256 id) public view returns (uint128) {
        return streamedAmountOf(id) - streams[id].withdrawn;
    }

    function withdraw(uint256 id, address to, uint128 amount) external {
        require(amount <= withdrawableAmountOf(id));
        streams[id].withdrawn += amount;
        IToken(streams[id].token).transfer(to, amount);
    }

    function cancel(uint256 id) external {
        streams[id].refunded = streams[id].deposited - streamedAmountOf(id);
        streams[id].isCanceled = true;
        IToken(streams[id].token).transfer(msg.sender, streams[id].refunded);
    }

    function ownerOf(uint256 id) external view returns (address) {
        return streams[id].recipient;
    }

    function getUnderlyingToken(uint256 id) external view returns (address) {
        return streams[id].token;
    }

    function getDepositedAmount(uint256 id) external view returns (uint128) {
        return streams[id].deposited;
    }

    function getWithdrawnAmount(uint256 id) external view returns (uint128) {
        return streams[id].withdrawn;
    }

    function getRefundedAmount(uint256 id) external view returns (uint128) {
        return streams[id].refunded;
    }

    function getStartTime(uint256 id) external view returns (uint40) {
        return streams[id].start;
    }

    function getCliffTime(uint256 id) external view returns (uint40) {
        return streams[id].cliff;
    }

    function getEndTime(uint256 id) external view returns (uint40) {
        return streams[id].end;
    }

    function getUnlockAmounts(uint256 id) external view returns (uint128, uint128) {
        return (streams[id].unlockedAtStart, streams[id].unlockedAtCliff);
    }

    function wasCanceled(uint256 id) external view returns (bool) {
        return streams[id].isCanceled;
    }
}
