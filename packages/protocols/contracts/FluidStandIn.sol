// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface FluidAsset {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Fluid's vault factory and its resolvers, whose bytecode no package ships. Structs of words are returned as
/// arrays of words, which is the same encoding. Loans accrue by exchange prices of 12 decimals; ticks, liquidations, limits
/// and rates are left out.
contract FluidStandIn {
    struct VaultSetup {
        address vault;
        bool isSmartCol;
        bool isSmartDebt;
        address supply;
        address borrow;
        address[2] supplyToken;
        address[2] borrowToken;
        uint256 liquidationThreshold;
        uint256 oraclePrice;
    }

    struct Loan {
        uint256 vault;
        uint256 supply;
        uint256 borrow;
    }

    uint256 private constant PRECISION = 1e12;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    VaultSetup[] private vaults;
    Loan[] private loans;
    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256[4]) private perShare;
    uint256 private immutable startedAt = block.timestamp;

    function addVault(VaultSetup calldata setup) external {
        vaults.push(setup);
    }

    function setPrice(uint256 vault, uint256 price) external {
        vaults[vault].oraclePrice = price;
    }

    function setDex(address dex, uint256[4] calldata rates) external {
        perShare[dex] = rates;
    }

    /// @return id The NFT, from 1 on.
    function operate(uint256 vault, uint256 supply, uint256 borrow) external returns (uint256 id) {
        loans.push(Loan(vault, (supply * PRECISION) / supplyPrice(), (borrow * PRECISION) / borrowPrice()));
        id = loans.length;
        ownerOf[id] = msg.sender;
        emit Transfer(address(0), msg.sender, id);
    }

    function supplyPrice() public view returns (uint256) {
        return PRECISION + (block.timestamp - startedAt) * 1_000;
    }

    function borrowPrice() public view returns (uint256) {
        return PRECISION + (block.timestamp - startedAt) * 2_000;
    }

    function getAllVaultsAddresses() external view returns (address[] memory list) {
        list = new address[](vaults.length);
        for (uint256 at = 0; at < list.length; at++) list[at] = vaults[at].vault;
    }

    function positionByNftId(uint256 id) external view returns (uint256[12] memory loan, uint256[97] memory vault) {
        Loan memory own = loans[id - 1];
        (loan[0], loan[1]) = (id, uint160(ownerOf[id]));
        loan[9] = (own.supply * supplyPrice()) / PRECISION;
        loan[10] = (own.borrow * borrowPrice()) / PRECISION;
        vault = toWords(vaults[own.vault]);
    }

    function getVaultEntireData(address address_) external view returns (uint256[97] memory words) {
        for (uint256 at = 0; at < vaults.length; at++) {
            if (vaults[at].vault != address_) continue;
            words = toWords(vaults[at]);
            uint256 raw = 0;
            for (uint256 id = 0; id < loans.length; id++) if (loans[id].vault == at) raw += loans[id].supply;
            words[48] = (raw * supplyPrice()) / PRECISION;
        }
    }

    function toWords(VaultSetup memory setup) private pure returns (uint256[97] memory words) {
        words[0] = uint160(setup.vault);
        (words[1], words[2]) = (setup.isSmartCol ? 1 : 0, setup.isSmartDebt ? 1 : 0);
        (words[9], words[10]) = (uint160(setup.supply), uint160(setup.borrow));
        (words[11], words[12]) = (uint160(setup.supplyToken[0]), uint160(setup.supplyToken[1]));
        (words[13], words[14]) = (uint160(setup.borrowToken[0]), uint160(setup.borrowToken[1]));
        (words[24], words[31]) = (setup.liquidationThreshold, setup.oraclePrice);
    }

    function getDexState(address dex) external view returns (uint256[30] memory words) {
        for (uint256 at = 0; at < 4; at++) words[26 + at] = perShare[dex][at];
    }
}

/// A resolver with an address of its own: passes every call to the contract that stands for it.
contract FluidResolverStandIn {
    address private immutable target;

    constructor(address target_) {
        target = target_;
    }

    fallback(bytes calldata data) external returns (bytes memory) {
        (bool isDone, bytes memory result) = target.staticcall(data);
        require(isDone);
        return result;
    }
}

/// Stands for the factory of lending tokens.
contract FluidLendingStandIn {
    address[] private tokens;

    function createToken(address asset) external {
        tokens.push(address(new FluidTokenStandIn(asset)));
    }

    function allTokens() external view returns (address[] memory) {
        return tokens;
    }
}

/// An exchange price of 12 decimals that grows by second; the assets are elsewhere.
contract FluidTokenStandIn {
    uint256 private constant PRECISION = 1e12;
    address private constant LIQUIDITY = address(0x1100);

    event Transfer(address indexed from, address indexed to, uint256 value);

    address public immutable asset;
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;
    uint256 private immutable startedAt = block.timestamp;

    constructor(address token) {
        asset = token;
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return (shares * (PRECISION + (block.timestamp - startedAt) * 1_000)) / PRECISION;
    }

    function totalAssets() external view returns (uint256) {
        return convertToAssets(totalSupply);
    }

    function deposit(uint256 amount, address receiver) external {
        FluidAsset(asset).transferFrom(msg.sender, LIQUIDITY, amount);
        uint256 shares = (amount * PRECISION) / convertToAssets(PRECISION);
        balanceOf[receiver] += shares;
        totalSupply += shares;
        emit Transfer(address(0), receiver, shares);
    }
}
