// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Stands for Maker's vat, jug, pot, registry of collateral, manager of vaults, its lister and the manager of savings in one
/// contract: their views, and rates that compound by second in rays. No package ships their bytecode. Where two of them have
/// views of one name and signature (ilks), MakerJugStandIn holds the second. Left out are auctions, authorities, debt
/// ceilings and Dai itself.
contract MakerStandIn {
    uint256 private constant RAY = 1e27;

    struct Urn {
        uint256 ink;
        uint256 art;
    }

    struct Ilk {
        uint256 Art;
        uint256 rate;
        uint256 spot;
        uint256 line;
        uint256 dust;
    }

    event NewCdp(address indexed usr, address indexed own, uint256 indexed cdp);
    event Join(address indexed dst, uint256 wad);

    MakerJugStandIn public immutable jug = new MakerJugStandIn();
    MakerJoinStandIn public immutable daiJoin;
    mapping(bytes32 => Ilk) public ilks;
    mapping(bytes32 => mapping(address => Urn)) public urns;
    mapping(bytes32 => mapping(address => uint256)) private gems;
    mapping(address => uint256) public dai;
    mapping(bytes32 => address) private tokens;
    mapping(bytes32 => address) public join;
    mapping(bytes32 => uint256) public dec;
    bytes32[] private kinds;
    mapping(address => uint256[]) private owned;
    address[] private urnOf;
    bytes32[] private ilkOf;

    mapping(address => uint256) public pie;
    mapping(address => uint256) public pieOf;
    uint256 public Pie;
    uint256 public chi = RAY;
    uint256 public dsr = RAY;
    uint256 public rho = block.timestamp;

    constructor(address token) {
        daiJoin = new MakerJoinStandIn(token);
    }

    /// @param spot Debt of a unit of collateral of 18 decimals, in rays. @param duty A second's factor, in rays.
    function init(bytes32 ilk, address token, address holder, uint256 decimals, uint256 spot, uint256 duty) external {
        kinds.push(ilk);
        (tokens[ilk], join[ilk], dec[ilk]) = (token, holder, decimals);
        ilks[ilk] = Ilk(0, RAY, spot, 0, 0);
        jug.set(ilk, duty);
    }

    function list() external view returns (bytes32[] memory) {
        return kinds;
    }

    function gem(bytes32 ilk) external view returns (address) {
        return tokens[ilk];
    }

    function gem(bytes32 ilk, address urn) external view returns (uint256) {
        return gems[ilk][urn];
    }

    function open(bytes32 ilk, address own) external returns (address urn) {
        urn = address(uint160(uint256(keccak256(abi.encode(urnOf.length)))));
        urnOf.push(urn);
        ilkOf.push(ilk);
        owned[own].push(urnOf.length);
        emit NewCdp(msg.sender, own, urnOf.length);
    }

    /// @param leftGem Collateral that a liquidation left over. @param leftDai Of 45 decimals.
    function frob(uint256 cdp, uint256 ink, uint256 art, uint256 leftGem, uint256 leftDai) external {
        (bytes32 ilk, address urn) = (ilkOf[cdp - 1], urnOf[cdp - 1]);
        urns[ilk][urn] = Urn(ink, art);
        ilks[ilk].Art += art;
        (gems[ilk][urn], dai[urn]) = (leftGem, leftDai);
    }

    function setUrn(bytes32 ilk, address urn, uint256 ink, uint256 art) external {
        urns[ilk][urn] = Urn(ink, art);
    }

    function drip(bytes32 ilk) external returns (uint256 rate) {
        rate = (jug.drip(ilk) * ilks[ilk].rate) / RAY;
        ilks[ilk].rate = rate;
    }

    function getCdpsAsc(
        address,
        address own
    ) external view returns (uint256[] memory ids, address[] memory list_, bytes32[] memory kinds_) {
        ids = owned[own];
        (list_, kinds_) = (new address[](ids.length), new bytes32[](ids.length));
        for (uint256 at = 0; at < ids.length; at++)
            (list_[at], kinds_[at]) = (urnOf[ids[at] - 1], ilkOf[ids[at] - 1]);
    }

    function setRate(uint256 value) external {
        dripSavings();
        dsr = value;
    }

    function dripSavings() public returns (uint256) {
        chi = (jug.power(dsr, block.timestamp - rho) * chi) / RAY;
        rho = block.timestamp;
        return chi;
    }

    /// Directly, as a proxy does.
    function save(address owner, uint256 wad) external {
        pie[owner] += (wad * RAY) / dripSavings();
        Pie += (wad * RAY) / chi;
    }

    /// Through the manager.
    function saveManaged(address dst, uint256 wad) external {
        uint256 share = (wad * RAY) / dripSavings();
        pieOf[dst] += share;
        pie[address(this)] += share;
        Pie += share;
        emit Join(dst, wad);
    }
}

/// Names Dai.
contract MakerJoinStandIn {
    address public immutable dai;

    constructor(address token) {
        dai = token;
    }
}

/// Fees of the vat's collateral.
contract MakerJugStandIn {
    uint256 private constant RAY = 1e27;

    struct Fee {
        uint256 duty;
        uint256 rho;
    }

    uint256 public constant base = 0;
    mapping(bytes32 => Fee) public ilks;

    function set(bytes32 ilk, uint256 duty) external {
        ilks[ilk] = Fee(duty, block.timestamp);
    }

    function drip(bytes32 ilk) external returns (uint256 factor) {
        factor = power(base + ilks[ilk].duty, block.timestamp - ilks[ilk].rho);
        ilks[ilk].rho = block.timestamp;
    }

    /// By squaring; every product is rounded half up.
    function power(uint256 factor, uint256 seconds_) public pure returns (uint256 result) {
        result = RAY;
        for (uint256 left = seconds_; left > 0; left /= 2) {
            if (left % 2 == 1) result = (result * factor + RAY / 2) / RAY;
            factor = (factor * factor + RAY / 2) / RAY;
        }
    }
}

/// Stands for the engine of stakes, and for the farm and the receipt of each. Delegates and liquidations are left out.
contract MakerEngineStandIn {
    event Open(address indexed owner, uint256 indexed index, address urn);

    MakerStandIn private immutable vat;
    bytes32 public immutable ilk;
    address public immutable usds;
    address public immutable rewardsToken;
    uint256 public totalSupply;
    mapping(address => mapping(uint256 => address)) public ownerUrns;
    mapping(address => address) public urnFarms;
    mapping(address => uint256) private stakedAt;

    constructor(MakerStandIn vat_, bytes32 kind, address usds_, address reward) {
        (vat, ilk, usds, rewardsToken) = (vat_, kind, usds_, reward);
    }

    function lssky() external view returns (address) {
        return address(this);
    }

    function open(uint256 index, uint256 ink, uint256 art, bool isFarmed) external {
        address urn = address(uint160(uint256(keccak256(abi.encode(msg.sender, index)))));
        ownerUrns[msg.sender][index] = urn;
        vat.setUrn(ilk, urn, ink, art);
        totalSupply += ink;
        if (isFarmed) (urnFarms[urn], stakedAt[urn]) = (address(this), block.timestamp);
        emit Open(msg.sender, index, urn);
    }

    function earned(address urn) external view returns (uint256) {
        return (block.timestamp - stakedAt[urn]) * 1e12;
    }
}

/// Stands for a DSProxy's factory and registry.
contract DsProxyStandIn {
    event Created(address indexed sender, address indexed owner, address proxy, address cache);

    mapping(address => address) public proxies;

    function build(address owner) external returns (address proxy) {
        proxy = address(new DsProxyAccountStandIn(owner));
        proxies[owner] = proxy;
        emit Created(msg.sender, owner, proxy, address(0));
    }
}

contract DsProxyAccountStandIn {
    address public owner;

    constructor(address first) {
        owner = first;
    }

    function setOwner(address next) external {
        owner = next;
    }
}
