// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for a Comet of Compound III, whose bytecode no package ships: the functions and events that a reader meets, and
/// its way to count. Principals and indexes of 15 decimals, interest by second, rewards by tracking indexes. Left out are
/// kinks of the rates, caps, pauses, allowances, reserves and the sale of what was absorbed.
contract CometStandIn {
    struct AssetInfo {
        uint8 offset;
        address asset;
        address priceFeed;
        uint64 scale;
        uint64 borrowCollateralFactor;
        uint64 liquidateCollateralFactor;
        uint64 liquidationFactor;
        uint128 supplyCap;
    }

    struct Account {
        int256 principal;
        uint256 trackingIndex;
        uint256 trackingAccrued;
    }

    event Supply(address indexed from, address indexed dst, uint256 amount);
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Withdraw(address indexed src, address indexed to, uint256 amount);
    event SupplyCollateral(address indexed from, address indexed dst, address indexed asset, uint256 amount);
    event WithdrawCollateral(address indexed src, address indexed to, address indexed asset, uint256 amount);
    event AbsorbDebt(address indexed absorber, address indexed borrower, uint256 basePaidOut, uint256 usdValue);

    error NotCollateralized();
    error NotLiquidatable();
    error BadPrice();

    uint256 private constant INDEX_SCALE = 1e15;
    uint256 private constant FACTOR_SCALE = 1e18;
    uint256 private constant DAYS_OF_INTEREST = 365 days;
    uint256 private constant SUPPLY_PER_YEAR = 0.04e18;
    uint256 private constant BORROW_PER_YEAR = 0.08e18;
    /// What trackingAccrued is counted in.
    uint256 private constant ACCRUAL_SCALE = 1e6;

    address public immutable baseToken;
    address public immutable baseTokenPriceFeed;
    uint256 public immutable baseScale;
    uint256 private immutable supplySpeed;
    uint256 private immutable borrowSpeed;

    AssetInfo[] private assets;
    mapping(address => uint256) public price;
    mapping(address => Account) private accounts;
    mapping(address => mapping(address => uint128)) public collateralBalanceOf;
    mapping(address => uint256) private collateralTotals;
    uint256 private supplyIndex = INDEX_SCALE;
    uint256 private borrowIndex = INDEX_SCALE;
    uint256 private supplyTracking;
    uint256 private borrowTracking;
    uint256 private suppliedPrincipal;
    uint256 private borrowedPrincipal;
    uint256 private accruedAt = block.timestamp;

    constructor(address base, address feed, uint256 scale, uint256 speed, AssetInfo[] memory listed) {
        (baseToken, baseTokenPriceFeed, baseScale) = (base, feed, scale);
        (supplySpeed, borrowSpeed) = (speed, speed / 2);
        for (uint256 index = 0; index < listed.length; index++) assets.push(listed[index]);
    }

    function setPrice(address feed, uint256 value) external {
        price[feed] = value;
    }

    function getPrice(address feed) public view returns (uint256) {
        if (price[feed] == 0) revert BadPrice();
        return price[feed];
    }

    function numAssets() external view returns (uint8) {
        return uint8(assets.length);
    }

    function getAssetInfo(uint8 index) external view returns (AssetInfo memory) {
        return assets[index];
    }

    function totalsCollateral(address asset) external view returns (uint128 totalSupplyAsset, uint128 reserved) {
        return (uint128(collateralTotals[asset]), 0);
    }

    // What changes by time

    function getUtilization() public view returns (uint256) {
        if (suppliedPrincipal == 0) return 0;
        return (borrowedPrincipal * borrowIndex * FACTOR_SCALE) / (suppliedPrincipal * supplyIndex);
    }

    function readIndexes() private view returns (uint256 supplied, uint256 borrowed) {
        uint256 elapsed = block.timestamp - accruedAt;
        uint256 utilization = getUtilization();
        uint256 supplyRate = (SUPPLY_PER_YEAR * utilization) / FACTOR_SCALE / DAYS_OF_INTEREST;
        uint256 borrowRate = (BORROW_PER_YEAR * (FACTOR_SCALE + utilization)) / FACTOR_SCALE / DAYS_OF_INTEREST;
        supplied = supplyIndex + (supplyIndex * supplyRate * elapsed) / FACTOR_SCALE;
        borrowed = borrowIndex + (borrowIndex * borrowRate * elapsed) / FACTOR_SCALE;
    }

    function accrue() private {
        uint256 elapsed = block.timestamp - accruedAt;
        (supplyIndex, borrowIndex) = readIndexes();
        if (suppliedPrincipal >= baseScale) supplyTracking += (supplySpeed * elapsed * baseScale) / suppliedPrincipal;
        if (borrowedPrincipal >= baseScale) borrowTracking += (borrowSpeed * elapsed * baseScale) / borrowedPrincipal;
        accruedAt = block.timestamp;
    }

    function toPresent(int256 principal) private view returns (int256) {
        (uint256 supplied, uint256 borrowed) = readIndexes();
        uint256 size = uint256(principal < 0 ? -principal : principal);
        return principal < 0 ? -int256((size * borrowed) / INDEX_SCALE) : int256((size * supplied) / INDEX_SCALE);
    }

    /// Rounds against the owner.
    function toPrincipal(int256 present) private view returns (int256) {
        if (present >= 0) return int256((uint256(present) * INDEX_SCALE) / supplyIndex);
        return -int256((uint256(-present) * INDEX_SCALE + borrowIndex - 1) / borrowIndex);
    }

    function balanceOf(address owner) external view returns (uint256) {
        int256 present = toPresent(accounts[owner].principal);
        return present > 0 ? uint256(present) : 0;
    }

    function borrowBalanceOf(address owner) external view returns (uint256) {
        int256 present = toPresent(accounts[owner].principal);
        return present < 0 ? uint256(-present) : 0;
    }

    function totalSupply() external view returns (uint256) {
        (uint256 supplied, ) = readIndexes();
        return (suppliedPrincipal * supplied) / INDEX_SCALE;
    }

    function totalBorrow() external view returns (uint256) {
        (, uint256 borrowed) = readIndexes();
        return (borrowedPrincipal * borrowed) / INDEX_SCALE;
    }

    function baseTrackingAccrued(address owner) external view returns (uint64) {
        return uint64(accounts[owner].trackingAccrued);
    }

    function accrueAccount(address owner) public {
        accrue();
        setPrincipal(owner, accounts[owner].principal);
    }

    function setPrincipal(address owner, int256 next) private {
        Account storage account = accounts[owner];
        int256 before = account.principal;
        uint256 size = uint256(before < 0 ? -before : before);
        uint256 gained = (before < 0 ? borrowTracking : supplyTracking) - account.trackingIndex;
        account.trackingAccrued += (size * gained * ACCRUAL_SCALE) / INDEX_SCALE / baseScale;
        account.trackingIndex = next < 0 ? borrowTracking : supplyTracking;
        account.principal = next;
        if (before >= 0) suppliedPrincipal -= uint256(before);
        else borrowedPrincipal -= uint256(-before);
        if (next >= 0) suppliedPrincipal += uint256(next);
        else borrowedPrincipal += uint256(-next);
        if (next > before) emit Transfer(address(0), owner, uint256(next - before));
        if (next < before) emit Transfer(owner, address(0), uint256(before - next));
    }

    // What owners do

    function supply(address asset, uint256 amount) external {
        Token(asset).transferFrom(msg.sender, address(this), amount);
        if (asset != baseToken) {
            collateralBalanceOf[msg.sender][asset] += uint128(amount);
            collateralTotals[asset] += amount;
            emit SupplyCollateral(msg.sender, msg.sender, asset, amount);
            return;
        }
        accrue();
        setPrincipal(msg.sender, toPrincipal(toPresent(accounts[msg.sender].principal) + int256(amount)));
        emit Supply(msg.sender, msg.sender, amount);
    }

    function withdraw(address asset, uint256 amount) external {
        if (asset != baseToken) {
            collateralBalanceOf[msg.sender][asset] -= uint128(amount);
            collateralTotals[asset] -= amount;
            emit WithdrawCollateral(msg.sender, msg.sender, asset, amount);
        } else {
            accrue();
            setPrincipal(msg.sender, toPrincipal(toPresent(accounts[msg.sender].principal) - int256(amount)));
            emit Withdraw(msg.sender, msg.sender, amount);
        }
        if (getLiquidity(msg.sender, false) < 0) revert NotCollateralized();
        Token(asset).transfer(msg.sender, amount);
    }

    /// Worth of what secures, by its factors, less debt; with 8 decimals.
    function getLiquidity(address owner, bool forLiquidation) private view returns (int256) {
        int256 present = toPresent(accounts[owner].principal);
        if (present >= 0) return 0;
        int256 liquidity = (present * int256(price[baseTokenPriceFeed])) / int256(baseScale);
        for (uint256 index = 0; index < assets.length; index++) {
            AssetInfo memory info = assets[index];
            uint256 worth = (collateralBalanceOf[owner][info.asset] * price[info.priceFeed]) / info.scale;
            uint256 factor = forLiquidation ? info.liquidateCollateralFactor : info.borrowCollateralFactor;
            liquidity += int256((worth * factor) / FACTOR_SCALE);
        }
        return liquidity;
    }

    function isLiquidatable(address owner) public view returns (bool) {
        return getLiquidity(owner, true) < 0;
    }

    /// Takes all that secures, pays the debt, and credits what is left of its worth.
    function absorb(address absorber, address[] calldata owners) external {
        accrue();
        for (uint256 at = 0; at < owners.length; at++) {
            address owner = owners[at];
            if (!isLiquidatable(owner)) revert NotLiquidatable();
            int256 present = toPresent(accounts[owner].principal);
            int256 left = present;
            for (uint256 index = 0; index < assets.length; index++) {
                AssetInfo memory info = assets[index];
                uint256 amount = collateralBalanceOf[owner][info.asset];
                uint256 worth = (((amount * price[info.priceFeed]) / info.scale) * info.liquidationFactor) / FACTOR_SCALE;
                left += int256((worth * baseScale) / price[baseTokenPriceFeed]);
                collateralBalanceOf[owner][info.asset] = 0;
                collateralTotals[info.asset] -= amount;
            }
            setPrincipal(owner, toPrincipal(left > 0 ? left : int256(0)));
            emit AbsorbDebt(absorber, owner, uint256(-present), 0);
        }
    }
}
