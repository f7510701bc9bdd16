// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
}

/// What stands for pools of both versions share: their provider and pool in one, without interest, rewards and limits.
abstract contract AavePoolStandIn {
    struct Tokens {
        AaveTokenStandIn aToken;
        AaveTokenStandIn stableDebt;
        AaveTokenStandIn variableDebt;
        uint8 id;
    }

    address[] private assets;
    mapping(address => Tokens) internal tokensOf;

    constructor(address[] memory listed) {
        for (uint256 at = 0; at < listed.length; at++) {
            address asset = listed[at];
            tokensOf[asset] = Tokens(_create(asset), _createStableDebt(asset), _create(asset), uint8(at));
            assets.push(asset);
        }
    }

    function _create(address asset) internal returns (AaveTokenStandIn) {
        return new AaveTokenStandIn(asset);
    }

    function _createStableDebt(address asset) internal virtual returns (AaveTokenStandIn);

    function getReservesList() external view returns (address[] memory) {
        return assets;
    }

    function getUserConfiguration(address owner) external view returns (uint256 bits) {
        for (uint256 at = 0; at < assets.length; at++) {
            Tokens memory own = tokensOf[assets[at]];
            uint256 owed = own.variableDebt.balanceOf(owner);
            if (address(own.stableDebt) != address(0)) owed += own.stableDebt.balanceOf(owner);
            if (owed > 0) bits |= 1 << (2 * at);
            if (own.aToken.balanceOf(owner) > 0) bits |= 2 << (2 * at);
        }
    }

    function getUserAccountData(address) external pure returns (uint256, uint256, uint256, uint256, uint256, uint256) {
        return (2e8, 1e8, 0, 8000, 7500, 16e17);
    }

    /// The asset was transferred to the aToken before.
    function supply(address asset, uint256 amount) external {
        tokensOf[asset].aToken.mint(msg.sender, amount);
    }

    function borrow(address asset, uint256 amount) external {
        tokensOf[asset].variableDebt.mint(msg.sender, amount);
        tokensOf[asset].aToken.pay(msg.sender, amount);
    }

    function borrowStable(address asset, uint256 amount) external {
        tokensOf[asset].stableDebt.mint(msg.sender, amount);
        tokensOf[asset].aToken.pay(msg.sender, amount);
    }
}

/// Stands for a data provider of Aave V3, its addresses provider and its pool in one, where the real ones are too slow to
/// deploy.
contract AaveStandIn is AavePoolStandIn {
    struct Reserve {
        uint256 configuration;
        uint128 liquidityIndex;
        uint128 liquidityRate;
        uint128 variableBorrowIndex;
        uint128 variableBorrowRate;
        uint128 stableBorrowRate;
        uint40 updatedAt;
        uint16 id;
        address aToken;
        address stableDebt;
        address variableDebt;
        address interestRateStrategy;
        uint128 accruedToTreasury;
        uint128 unbacked;
        uint128 isolationModeTotalDebt;
    }

    constructor(address[] memory listed) AavePoolStandIn(listed) {}

    function _createStableDebt(address) internal pure override returns (AaveTokenStandIn) {
        return AaveTokenStandIn(address(0));
    }

    function ADDRESSES_PROVIDER() external view returns (address) {
        return address(this);
    }

    function getPool() external view returns (address) {
        return address(this);
    }

    function getReserveData(address asset) external view returns (Reserve memory data) {
        Tokens memory own = tokensOf[asset];
        (data.id, data.aToken, data.variableDebt) = (own.id, address(own.aToken), address(own.variableDebt));
    }
}

/// Stands for an addresses provider of Aave V2 and its lending pool in one, where the real ones are too slow to deploy.
contract AaveV2StandIn is AavePoolStandIn {
    struct Reserve {
        uint256 configuration;
        uint128 liquidityIndex;
        uint128 variableBorrowIndex;
        uint128 liquidityRate;
        uint128 variableBorrowRate;
        uint128 stableBorrowRate;
        uint40 updatedAt;
        address aToken;
        address stableDebt;
        address variableDebt;
        address interestRateStrategy;
        uint8 id;
    }

    constructor(address[] memory listed) AavePoolStandIn(listed) {}

    function _createStableDebt(address asset) internal override returns (AaveTokenStandIn) {
        return _create(asset);
    }

    function getLendingPool() external view returns (address) {
        return address(this);
    }

    function getReserveData(address asset) external view returns (Reserve memory data) {
        Tokens memory own = tokensOf[asset];
        (data.id, data.aToken, data.variableDebt) = (own.id, address(own.aToken), address(own.variableDebt));
        data.stableDebt = address(own.stableDebt);
    }
}

/// Stands for a data provider of Aave V2, and for a registry of addresses providers.
contract AaveV2RegistryStandIn {
    address public immutable ADDRESSES_PROVIDER;

    constructor(address provider) {
        ADDRESSES_PROVIDER = provider;
    }

    function getAddressesProvidersList() external view returns (address[] memory list) {
        list = new address[](1);
        list[0] = ADDRESSES_PROVIDER;
    }
}

contract AaveTokenStandIn {
    event Transfer(address indexed from, address indexed to, uint256 amount);

    address public immutable POOL = msg.sender;
    address public immutable UNDERLYING_ASSET_ADDRESS;
    address public constant getIncentivesController = address(0);
    string public constant symbol = "aSTD";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    constructor(address asset) {
        UNDERLYING_ASSET_ADDRESS = asset;
    }

    function mint(address owner, uint256 amount) external {
        totalSupply += amount;
        balanceOf[owner] += amount;
        emit Transfer(address(0), owner, amount);
    }

    function pay(address to, uint256 amount) external {
        Token(UNDERLYING_ASSET_ADDRESS).transfer(to, amount);
    }
}
