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

    struct Strings {
        string key;
        string value;
    }

    /// As EventUtils.EventLogData: seven kinds of items, each single and in lists.
    struct Items {
        Strings[] items;
        Strings[] arrayItems;
    }

    struct Open {
        address market;
        address collateral;
        bool isLong;
        uint256 sizeUsd;
        uint256 sizeTokens;
        uint256 margin;
        uint256 borrowing;
        uint256 funding;
    }

    mapping(bytes32 => int256) public getInt;
    mapping(bytes32 => bool) public getBool;
    mapping(bytes32 => bytes32[]) private words;
    mapping(bytes32 => Open) private opened;

    function getBytes32ValuesAt(bytes32 set, uint256, uint256) external view returns (bytes32[] memory) {
        return words[set];
    }

    function name(string memory text) private pure returns (bytes32) {
        return keccak256(abi.encode(text));
    }

    function setIndex(address market, address index, int256 fundingPerSecond) external {
        getAddress[keccak256(abi.encode(market, name("INDEX_TOKEN")))] = index;
        getInt[keccak256(abi.encode(name("SAVED_FUNDING_FACTOR_PER_SECOND"), market))] = fundingPerSecond;
    }

    function setFeed(address token, address feed, uint256 multiplier) external {
        getAddress[keccak256(abi.encode(name("PRICE_FEED"), token))] = feed;
        getUint[keccak256(abi.encode(name("PRICE_FEED_MULTIPLIER"), token))] = multiplier;
        getUint[keccak256(abi.encode(name("PRICE_FEED_HEARTBEAT_DURATION"), token))] = 1 days;
    }

    function setRates(address market, address collateral, bool isLong, uint256 borrowing, uint256 funding) external {
        getUint[keccak256(abi.encode(name("CUMULATIVE_BORROWING_FACTOR"), market, isLong))] = borrowing;
        getUint[keccak256(abi.encode(name("FUNDING_FEE_AMOUNT_PER_SIZE"), market, collateral, isLong))] = funding;
    }

    function open(Open calldata one) external {
        bytes32 key = keccak256(abi.encode(msg.sender, one.market, one.collateral, one.isLong));
        words[keccak256(abi.encode(name("ACCOUNT_POSITION_LIST"), msg.sender))].push(key);
        opened[key] = one;
        getAddress[keccak256(abi.encode(key, name("MARKET")))] = one.market;
        getAddress[keccak256(abi.encode(key, name("COLLATERAL_TOKEN")))] = one.collateral;
        getBool[keccak256(abi.encode(key, name("IS_LONG")))] = one.isLong;
        getUint[keccak256(abi.encode(key, name("SIZE_IN_USD")))] = one.sizeUsd;
        getUint[keccak256(abi.encode(key, name("SIZE_IN_TOKENS")))] = one.sizeTokens;
        getUint[keccak256(abi.encode(key, name("COLLATERAL_AMOUNT")))] = one.margin;
        getUint[keccak256(abi.encode(key, name("BORROWING_FACTOR")))] = one.borrowing;
        getUint[keccak256(abi.encode(key, name("FUNDING_FEE_AMOUNT_PER_SIZE")))] = one.funding;
        report("PositionIncrease", bytes32(uint256(uint160(msg.sender))));
    }

    function order(address token, uint256 kind, uint256 amount) external {
        bytes32 list = keccak256(abi.encode(name("ACCOUNT_ORDER_LIST"), msg.sender));
        bytes32 key = keccak256(abi.encode(list, words[list].length));
        words[list].push(key);
        getAddress[keccak256(abi.encode(key, name("INITIAL_COLLATERAL_TOKEN")))] = token;
        getUint[keccak256(abi.encode(key, name("ORDER_TYPE")))] = kind;
        getUint[keccak256(abi.encode(key, name("INITIAL_COLLATERAL_DELTA_AMOUNT")))] = amount;
        report("OrderCreated", key, bytes32(uint256(uint160(msg.sender))));
    }

    /// Emits EventLog1 or EventLog2 without items.
    function report(string memory eventName, bytes32 topic1) private {
        Items[7] memory none;
        bytes32 signature = keccak256(bytes(string.concat("EventLog1(address,string,string,bytes32,", DATA, ")")));
        bytes memory data = abi.encode(msg.sender, eventName, Data(none[0], none[1], none[2], none[3], none[4], none[5], none[6]));
        bytes32 hash = keccak256(bytes(eventName));
        assembly {
            log3(add(data, 32), mload(data), signature, hash, topic1)
        }
    }

    function report(string memory eventName, bytes32 topic1, bytes32 topic2) private {
        Items[7] memory none;
        bytes32 signature = keccak256(bytes(string.concat("EventLog2(address,string,string,bytes32,bytes32,", DATA, ")")));
        bytes memory data = abi.encode(msg.sender, eventName, Data(none[0], none[1], none[2], none[3], none[4], none[5], none[6]));
        bytes32 hash = keccak256(bytes(eventName));
        assembly {
            log4(add(data, 32), mload(data), signature, hash, topic1, topic2)
        }
    }

    struct Data {
        Items addressItems;
        Items uintItems;
        Items intItems;
        Items boolItems;
        Items bytes32Items;
        Items bytesItems;
        Items stringItems;
    }

    string private constant DATA = "(((string,address)[],(string,address[])[]),((string,uint256)[],(string,uint256[])[]),"
        "((string,int256)[],(string,int256[])[]),((string,bool)[],(string,bool[])[]),((string,bytes32)[],(string,bytes32[])[]),"
        "((string,bytes)[],(string,bytes[])[]),((string,string)[],(string,string[])[]))";

    function priceOf(address token) private view returns (uint256) {
        IFeed feed = IFeed(getAddress[keccak256(abi.encode(name("PRICE_FEED"), token))]);
        (, int256 answer, , , ) = feed.latestRoundData();
        return (uint256(answer) * getUint[keccak256(abi.encode(name("PRICE_FEED_MULTIPLIER"), token))]) / 1e30;
    }

    /// What closing the whole position pays before its fee, in its collateral. As PositionUtils and PositionPricingUtils.
    function previewClose(address account, address market, address collateral, address index, bool isLong)
        external
        view
        returns (uint256)
    {
        Open memory one = opened[keccak256(abi.encode(account, market, collateral, isLong))];
        uint256 value = one.sizeTokens * priceOf(index);
        int256 usd = isLong ? int256(value) - int256(one.sizeUsd) : int256(one.sizeUsd) - int256(value);
        uint256 borrowing = getUint[keccak256(abi.encode(name("CUMULATIVE_BORROWING_FACTOR"), market, isLong))];
        uint256 funding = getUint[keccak256(abi.encode(name("FUNDING_FEE_AMOUNT_PER_SIZE"), market, collateral, isLong))];
        usd -= int256((one.sizeUsd * (borrowing - one.borrowing)) / 1e30);
        uint256 fee = one.sizeUsd * (funding - one.funding);
        one.margin -= fee / 1e45 + (fee % 1e45 == 0 ? 0 : 1);
        usd += int256(one.margin * priceOf(collateral));
        return usd < 0 ? 0 : uint256(usd) / priceOf(collateral);
    }
}

interface IFeed {
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

/// A price feed with eight decimals.
contract FeedStandIn {
    int256 private answer;
    uint256 private updatedAt;

    function set(int256 answer_) external {
        (answer, updatedAt) = (answer_, block.timestamp);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, answer, updatedAt, updatedAt, 1);
    }
}
