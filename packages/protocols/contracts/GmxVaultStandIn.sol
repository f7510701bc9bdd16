// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function balanceOf(address owner) external view returns (uint256);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for GMX V1's Vault and its GlpManager's price: positions in USD of 30 decimals, funding by a cumulative rate.
contract GmxVaultStandIn {
    struct Position {
        uint256 size;
        uint256 collateral;
        uint256 averagePrice;
        uint256 entryFundingRate;
        uint256 reserveAmount;
        int256 realisedPnl;
        uint256 lastIncreasedTime;
    }

    event IncreasePosition(
        bytes32 key,
        address account,
        address collateralToken,
        address indexToken,
        uint256 collateralDelta,
        uint256 sizeDelta,
        bool isLong,
        uint256 price,
        uint256 fee
    );

    address[] public allWhitelistedTokens;
    mapping(address => bool) public stableTokens;
    mapping(address => uint256) public price;
    mapping(address => uint256) public poolAmounts;
    mapping(address => uint256) public reservedAmounts;
    mapping(address => uint256) public cumulativeFundingRates;
    mapping(address => bool) public isManager;
    mapping(bytes32 => Position) public positions;
    uint256 public constant fundingInterval = 1 hours;
    uint256 public constant fundingRateFactor = 100;
    uint256 public constant stableFundingRateFactor = 200;

    function allWhitelistedTokensLength() external view returns (uint256) {
        return allWhitelistedTokens.length;
    }

    function tokenDecimals(address) external pure returns (uint256) {
        return 18;
    }

    function list(address token, bool isStable, uint256 usd) external {
        allWhitelistedTokens.push(token);
        stableTokens[token] = isStable;
        price[token] = usd;
    }

    function setPrice(address token, uint256 usd, uint256 fundingRate) external {
        price[token] = usd;
        cumulativeFundingRates[token] = fundingRate;
    }

    function setManager(address account) external {
        isManager[account] = true;
    }

    function provide(address token, uint256 amount) external {
        IToken(token).transferFrom(msg.sender, address(this), amount);
        poolAmounts[token] += amount;
    }

    /// Counts more than there is.
    function setPoolAmount(address token, uint256 amount) external {
        poolAmounts[token] = amount;
    }

    function getMinPrice(address token) external view returns (uint256) {
        return price[token];
    }

    function getMaxPrice(address token) external view returns (uint256) {
        return price[token];
    }

    function increasePosition(address collateral, address index, uint256 collateralUsd, uint256 size, bool isLong) external {
        bytes32 key = keccak256(abi.encodePacked(msg.sender, collateral, index, isLong));
        positions[key] =
            Position(size, collateralUsd, price[index], cumulativeFundingRates[collateral], 0, 0, block.timestamp);
        emit IncreasePosition(key, msg.sender, collateral, index, collateralUsd, size, isLong, price[index], 0);
    }

    function getPositionDelta(address account, address collateral, address index, bool isLong)
        public
        view
        returns (bool, uint256)
    {
        Position memory position = positions[keccak256(abi.encodePacked(account, collateral, index, isLong))];
        (uint256 now_, uint256 then_) = (price[index], position.averagePrice);
        uint256 difference = now_ > then_ ? now_ - then_ : then_ - now_;
        return (isLong == (now_ > then_), (position.size * difference) / then_);
    }

    /// As decreasePosition pays for the whole position, before its fee.
    function previewClose(address account, address collateral, address index, bool isLong) external view returns (uint256) {
        Position memory position = positions[keccak256(abi.encodePacked(account, collateral, index, isLong))];
        (bool hasProfit, uint256 delta) = getPositionDelta(account, collateral, index, isLong);
        uint256 worth = hasProfit ? position.collateral + delta : position.collateral - delta;
        worth -= (position.size * (cumulativeFundingRates[collateral] - position.entryFundingRate)) / 1000000;
        return (worth * 1e18) / price[collateral];
    }
}
