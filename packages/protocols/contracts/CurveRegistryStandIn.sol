// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Pool {
    function coinCount() external view returns (uint256);
    function coins(uint256 index) external view returns (address);
    function lp() external view returns (address);
}

/// Stands for a registry of Curve: as a stableswap factory it counts a pool's coins, as a crypto factory it only lists them.
contract CurveRegistryStandIn {
    bool private immutable countsCoins;
    address[] public pool_list;
    mapping(address => bool) private isListed;
    mapping(address => address) public get_gauge;

    constructor(bool countsCoins_) {
        countsCoins = countsCoins_;
    }

    function pool_count() external view returns (uint256) {
        return pool_list.length;
    }

    function add(address pool) external {
        pool_list.push(pool);
        isListed[pool] = true;
    }

    function setGauge(address pool, address gauge) external {
        get_gauge[pool] = gauge;
    }

    function get_n_coins(address pool) external view returns (uint256) {
        require(countsCoins);
        return isListed[pool] ? Pool(pool).coinCount() : 0;
    }

    function get_lp_token(address pool) external view returns (address) {
        return isListed[pool] ? Pool(pool).lp() : address(0);
    }

    /// A stableswap factory returns a list of variable length.
    function get_coins(address pool) external view returns (address[2] memory listed) {
        if (countsCoins) {
            assembly {
                mstore(0, 0x20)
                mstore(0x20, 0)
                return(0, 0x40)
            }
        }
        if (isListed[pool]) listed = [Pool(pool).coins(0), Pool(pool).coins(1)];
    }

    /// As the address provider: the metaregistry is itself.
    function get_address(uint256 id) external view returns (address) {
        return id == 7 ? address(this) : address(0);
    }
}
