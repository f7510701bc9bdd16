// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
}

/// Stands for a data provider of Aave V3, its addresses provider and its pool in one, where the real ones are too slow to
/// deploy: without interest, rewards and limits.
contract AaveStandIn {
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

    address[] private assets;
    mapping(address => Reserve) private reserves;

    constructor(address[] memory listed) {
        for (uint256 at = 0; at < listed.length; at++) {
            Reserve storage reserve = reserves[listed[at]];
            reserve.id = uint16(at);
            reserve.aToken = address(new AaveTokenStandIn(listed[at]));
            reserve.variableDebt = address(new AaveTokenStandIn(listed[at]));
            assets.push(listed[at]);
        }
    }

    function ADDRESSES_PROVIDER() external view returns (address) {
        return address(this);
    }

    function getPool() external view returns (address) {
        return address(this);
    }

    function getReservesList() external view returns (address[] memory) {
        return assets;
    }

    function getReserveData(address asset) external view returns (Reserve memory) {
        return reserves[asset];
    }

    function getUserConfiguration(address owner) external view returns (uint256 bits) {
        for (uint256 at = 0; at < assets.length; at++) {
            Reserve storage reserve = reserves[assets[at]];
            if (AaveTokenStandIn(reserve.variableDebt).balanceOf(owner) > 0) bits |= 1 << (2 * at);
            if (AaveTokenStandIn(reserve.aToken).balanceOf(owner) > 0) bits |= 2 << (2 * at);
        }
    }

    function getUserAccountData(address) external pure returns (uint256, uint256, uint256, uint256, uint256, uint256) {
        return (2e8, 1e8, 0, 8000, 7500, 16e17);
    }

    /// The asset was transferred to the aToken before.
    function supply(address asset, uint256 amount) external {
        AaveTokenStandIn(reserves[asset].aToken).mint(msg.sender, amount);
    }

    function borrow(address asset, uint256 amount) external {
        AaveTokenStandIn(reserves[asset].variableDebt).mint(msg.sender, amount);
        AaveTokenStandIn(reserves[asset].aToken).pay(msg.sender, amount);
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
