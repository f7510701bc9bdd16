// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Claims to be a market of Pendle of which everybody has a million shares.
contract PendlePretender {
    address public immutable factory;
    address private immutable sy;
    address private immutable pt;
    address private immutable yt;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address factory_, address sy_, address pt_, address yt_) {
        (factory, sy, pt, yt) = (factory_, sy_, pt_, yt_);
        emit Transfer(address(0), msg.sender, 1e24);
    }

    function readTokens() external view returns (address, address, address) {
        return (sy, pt, yt);
    }

    function expiry() external pure returns (uint256) {
        return type(uint32).max;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 1e24;
    }

    function totalSupply() external pure returns (uint256) {
        return 1e24;
    }

    function _storage() external pure returns (int128, int128, uint96, uint16, uint16, uint16) {
        return (1e30, 1e30, 0, 0, 0, 0);
    }
}
