// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for the factory and the pairs of Liquidity Book, of which no package has bytecode: the same views, events and
/// shares of bins; swaps and prices are left out.
contract LiquidityBookStandIn {
    struct Information {
        uint16 binStep;
        address pair;
        bool createdByOwner;
        bool ignoredForRouting;
    }

    mapping(address => mapping(address => mapping(uint256 => Information))) private informations;
    address[] private pairs;

    function create(address tokenX, address tokenY, uint16 binStep, bool isLegacy) external {
        address pair = isLegacy
            ? address(new LegacyLbPairStandIn(tokenX, tokenY, binStep))
            : address(new LbPairStandIn(tokenX, tokenY, binStep));
        informations[tokenX][tokenY][binStep] = Information(binStep, pair, true, false);
        pairs.push(pair);
    }

    function getLBPairInformation(address tokenX, address tokenY, uint256 binStep)
        external
        view
        returns (Information memory)
    {
        return informations[tokenX][tokenY][binStep];
    }

    function getNumberOfLBPairs() external view returns (uint256) {
        return pairs.length;
    }

    function getLBPairAtIndex(uint256 index) external view returns (address) {
        return pairs[index];
    }
}

abstract contract LbBins {
    struct Bin {
        uint256 reserveX;
        uint256 reserveY;
    }

    event TransferBatch(
        address indexed sender, address indexed from, address indexed to, uint256[] ids, uint256[] amounts
    );

    address internal immutable x;
    address internal immutable y;
    uint16 internal immutable step;
    address internal immutable maker = msg.sender;

    mapping(uint256 => Bin) internal bins;
    mapping(uint256 => uint256) public totalSupply;
    mapping(address => mapping(uint256 => uint256)) internal shares;
    Bin internal reserves;

    constructor(address tokenX, address tokenY, uint16 binStep) {
        (x, y, step) = (tokenX, tokenY, binStep);
    }

    function balanceOf(address account, uint256 id) external view returns (uint256) {
        return shares[account][id];
    }

    function deposit(uint256[] calldata ids, uint256 amountX, uint256 amountY, uint256 amountShares) external {
        uint256[] memory amounts = new uint256[](ids.length);
        for (uint256 at = 0; at < ids.length; at++) {
            _add(ids[at], amountX, amountY);
            shares[msg.sender][ids[at]] += amountShares;
            totalSupply[ids[at]] += amountShares;
            amounts[at] = amountShares;
        }
        emit TransferBatch(msg.sender, address(0), msg.sender, ids, amounts);
    }

    /// Fees, or a swap's difference.
    function add(uint256 id, uint256 amountX, uint256 amountY) external {
        _add(id, amountX, amountY);
    }

    function burn(address from, address to, uint256[] calldata ids, uint256[] calldata amounts)
        external
        returns (uint256 sumX, uint256 sumY)
    {
        require(from == msg.sender, "not the owner");
        for (uint256 at = 0; at < ids.length; at++) {
            Bin storage bin = bins[ids[at]];
            uint256 outX = (amounts[at] * bin.reserveX) / totalSupply[ids[at]];
            uint256 outY = (amounts[at] * bin.reserveY) / totalSupply[ids[at]];
            shares[from][ids[at]] -= amounts[at];
            totalSupply[ids[at]] -= amounts[at];
            (bin.reserveX, bin.reserveY) = (bin.reserveX - outX, bin.reserveY - outY);
            (sumX, sumY) = (sumX + outX, sumY + outY);
        }
        (reserves.reserveX, reserves.reserveY) = (reserves.reserveX - sumX, reserves.reserveY - sumY);
        IToken(x).transfer(to, sumX);
        IToken(y).transfer(to, sumY);
        emit TransferBatch(msg.sender, from, address(0), ids, amounts);
    }

    function _add(uint256 id, uint256 amountX, uint256 amountY) private {
        IToken(x).transferFrom(msg.sender, address(this), amountX);
        IToken(y).transferFrom(msg.sender, address(this), amountY);
        bins[id].reserveX += amountX;
        bins[id].reserveY += amountY;
        (reserves.reserveX, reserves.reserveY) = (reserves.reserveX + amountX, reserves.reserveY + amountY);
    }
}

/// Versions 2.1 and 2.2.
contract LbPairStandIn is LbBins {
    /// Of version 2.2: flags above the address of a hook.
    bytes32 public getLBHooksParameters;

    constructor(address tokenX, address tokenY, uint16 binStep) LbBins(tokenX, tokenY, binStep) {}

    function setHook(address hook) external {
        getLBHooksParameters = bytes32((uint256(5) << 160) | uint160(hook));
    }

    function getFactory() external view returns (address) {
        return maker;
    }

    function getTokenX() external view returns (address) {
        return x;
    }

    function getTokenY() external view returns (address) {
        return y;
    }

    function getBinStep() external view returns (uint16) {
        return step;
    }

    function getBin(uint24 id) external view returns (uint128, uint128) {
        return (uint128(bins[id].reserveX), uint128(bins[id].reserveY));
    }

    function getReserves() external view returns (uint128, uint128) {
        return (uint128(reserves.reserveX), uint128(reserves.reserveY));
    }
}

/// Version 2.0, which keeps fees apart.
contract LegacyLbPairStandIn is LbBins {
    struct FeeParameters {
        uint16 binStep;
        uint16 baseFactor;
        uint16[10] others;
    }

    mapping(address => Bin) private fees;

    constructor(address tokenX, address tokenY, uint16 binStep) LbBins(tokenX, tokenY, binStep) {}

    function factory() external view returns (address) {
        return maker;
    }

    function tokenX() external view returns (address) {
        return x;
    }

    function tokenY() external view returns (address) {
        return y;
    }

    function feeParameters() external view returns (FeeParameters memory parameters) {
        (parameters.binStep, parameters.baseFactor) = (step, 5_000);
    }

    function getBin(uint24 id) external view returns (uint256, uint256) {
        return (bins[id].reserveX, bins[id].reserveY);
    }

    function getReservesAndId() external view returns (uint256, uint256, uint256) {
        return (reserves.reserveX, reserves.reserveY, 2 ** 23);
    }

    function owe(address account, uint256 amountX, uint256 amountY) external {
        fees[account] = Bin(amountX, amountY);
    }

    function pendingFees(address account, uint256[] calldata ids) external view returns (uint256, uint256) {
        for (uint256 at = 1; at < ids.length; at++) require(ids[at] > ids[at - 1], "not in order");
        return (fees[account].reserveX, fees[account].reserveY);
    }
}

/// Stands for LBHooksMCRewarder and its extra rewarder: each bin that an owner has earns a unit a share.
contract LbHookStandIn {
    address public immutable getRewardToken;
    bytes32 public immutable getExtraHooksParameters;
    LbPairStandIn private immutable pair;

    constructor(LbPairStandIn pair_, address token, address extra) {
        (pair, getRewardToken) = (pair_, token);
        getExtraHooksParameters = extra == address(0) ? bytes32(0) : bytes32((uint256(9) << 160) | uint160(extra));
    }

    function getPendingRewards(address user, uint256[] calldata ids) external view returns (uint256 sum) {
        for (uint256 at = 0; at < ids.length; at++) sum += pair.balanceOf(user, ids[at]);
    }
}
