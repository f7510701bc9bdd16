// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// Stands for GMX V2's EventEmitter, RoleStore, DataStore and a controller at once. Lists are in the order of their additions.
contract GmxStoreStandIn {
    mapping(bytes32 => uint256) public getUint;
    mapping(bytes32 => address) public getAddress;
    mapping(bytes32 => address[]) private lists;

    function roleStore() external view returns (address) {
        return address(this);
    }

    function dataStore() external view returns (address) {
        return address(this);
    }

    function getRoleMembers(bytes32 role, uint256, uint256) external view returns (address[] memory members) {
        if (role != keccak256(abi.encode("CONTROLLER"))) return members;
        members = new address[](2);
        (members[0], members[1]) = (address(0xe0a), address(this));
    }

    function containsAddress(bytes32 set, address value) external view returns (bool) {
        for (uint256 at = 0; at < lists[set].length; ++at) if (lists[set][at] == value) return true;
        return false;
    }

    function getAddressValuesAt(bytes32 set, uint256, uint256) external view returns (address[] memory) {
        return lists[set];
    }

    function addMarket(address market, address long, address short) external {
        lists[keccak256(abi.encode("MARKET_LIST"))].push(market);
        getAddress[keccak256(abi.encode(market, keccak256(abi.encode("LONG_TOKEN"))))] = long;
        getAddress[keccak256(abi.encode(market, keccak256(abi.encode("SHORT_TOKEN"))))] = short;
    }

    function addVault(address vault, address market) external {
        lists[keccak256(abi.encode("GLV_LIST"))].push(vault);
        lists[keccak256(abi.encode(keccak256(abi.encode("GLV_SUPPORTED_MARKET_LIST")), vault))].push(market);
    }

    function setPoolAmount(address market, address token, uint256 amount) external {
        getUint[keccak256(abi.encode(keccak256(abi.encode("POOL_AMOUNT")), market, token))] = amount;
    }
}
