// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface EulerAsset {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Euler V2's vault factory, whose bytecode no package ships. It deploys the connector too.
contract EulerStandIn {
    EulerConnectorStandIn public immutable evc = new EulerConnectorStandIn();
    address[] private vaults;
    mapping(address => bool) public isProxy;
    /// Of Euler's GovernedPerspective.
    mapping(address => bool) public isVerified;

    error E_BadQuery();

    function createVault(address asset) external returns (address vault) {
        vault = address(new EulerVaultStandIn(asset, evc));
        vaults.push(vault);
        isProxy[vault] = true;
    }

    function verify(address vault) external {
        isVerified[vault] = true;
    }

    function getProxyListLength() external view returns (uint256) {
        return vaults.length;
    }

    function getProxyListSlice(uint256 start, uint256 end) external view returns (address[] memory list) {
        if (end > vaults.length) revert E_BadQuery();
        list = new address[](end - start);
        for (uint256 index = start; index < end; index++) list[index - start] = vaults[index];
    }
}

/// Stands for the Ethereum Vault Connector: 256 accounts of an owner, their collaterals and controllers. Operators, permits
/// and batches are left out; checks happen at once.
contract EulerConnectorStandIn {
    event OwnerRegistered(bytes19 indexed addressPrefix, address indexed owner);
    event CallWithContext(
        address indexed caller,
        bytes19 indexed onBehalfOfAddressPrefix,
        address onBehalfOfAccount,
        address indexed targetContract,
        bytes4 selector
    );

    error NotAuthorized();

    mapping(bytes19 => address) private owners;
    mapping(address => address[]) private collaterals;
    mapping(address => address[]) private controllers;
    address public onBehalfOf;

    modifier onlyOwner(address account) {
        bytes19 prefix = bytes19(bytes20(account));
        if (prefix != bytes19(bytes20(msg.sender))) revert NotAuthorized();
        if (owners[prefix] == address(0)) {
            owners[prefix] = msg.sender;
            emit OwnerRegistered(prefix, msg.sender);
        }
        _;
    }

    function getAccountOwner(address account) external view returns (address) {
        return owners[bytes19(bytes20(account))];
    }

    function getCollaterals(address account) external view returns (address[] memory) {
        return collaterals[account];
    }

    function getControllers(address account) external view returns (address[] memory) {
        return controllers[account];
    }

    function enableCollateral(address account, address vault) external onlyOwner(account) {
        collaterals[account].push(vault);
    }

    function enableController(address account, address vault) external onlyOwner(account) {
        controllers[account] = [vault];
    }

    function call(address target, address account, bytes calldata data) external onlyOwner(account) {
        emit CallWithContext(msg.sender, bytes19(bytes20(account)), account, target, bytes4(data));
        onBehalfOf = account;
        (bool isDone, bytes memory result) = target.call(data);
        onBehalfOf = address(0);
        if (!isDone) assembly {
            revert(add(result, 32), mload(result))
        }
    }
}

/// Stands for a vault of the Euler Vault Kit: shares with virtual deposits, debts with interest by second that round up, and
/// liquidity by prices and liquidation LTVs. Fees, caps, hooks and the ramp of LTVs are left out.
contract EulerVaultStandIn {
    uint256 private constant VIRTUAL = 1e6;
    /// Of a debt, per second, of 27 decimals: about 5 % a year.
    uint256 private constant INTEREST = 1_600_000_000_000_000_000;

    event Transfer(address indexed from, address indexed to, uint256 value);

    error NoLiquidity();
    error NotController();
    error NoPrice();

    address public immutable asset;
    EulerConnectorStandIn public immutable EVC;
    EulerDebtStandIn public immutable dToken;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    /// In the unit of account, of 18 decimals; the same at all vaults' controllers here.
    uint256 public price;
    mapping(address => uint256) public ltv;
    mapping(address => uint256) private principal;
    mapping(address => uint256) private indexOf;
    uint256 private cash;
    uint256 private borrows;
    uint256 private index = 1e27;
    uint256 private accruedAt = block.timestamp;

    constructor(address token, EulerConnectorStandIn connector) {
        (asset, EVC) = (token, connector);
        dToken = new EulerDebtStandIn(this);
    }

    function setPrice(uint256 value) external {
        price = value;
    }

    /// @param liquidation Of 4 decimals.
    function setLtv(address collateral, uint256 liquidation) external {
        ltv[collateral] = liquidation;
    }

    function currentIndex() public view returns (uint256) {
        return index + (index * INTEREST * (block.timestamp - accruedAt)) / 1e27;
    }

    function totalBorrows() public view returns (uint256) {
        return (borrows * currentIndex() + index - 1) / index;
    }

    function totalAssets() public view returns (uint256) {
        return cash + totalBorrows();
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return (shares * (totalAssets() + VIRTUAL)) / (totalSupply + VIRTUAL);
    }

    function debtOf(address account) public view returns (uint256) {
        uint256 from = indexOf[account];
        return from == 0 ? 0 : (principal[account] * currentIndex() + from - 1) / from;
    }

    function deposit(uint256 amount, address receiver) external returns (uint256 shares) {
        accrue();
        EulerAsset(asset).transferFrom(actor(), address(this), amount);
        shares = (amount * (totalSupply + VIRTUAL)) / (totalAssets() + VIRTUAL);
        (cash, totalSupply) = (cash + amount, totalSupply + shares);
        balanceOf[receiver] += shares;
        emit Transfer(address(0), receiver, shares);
    }

    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets) {
        accrue();
        assets = convertToAssets(shares);
        if (owner != actor() || assets > cash) revert NoLiquidity();
        balanceOf[owner] -= shares;
        (cash, totalSupply) = (cash - assets, totalSupply - shares);
        EulerAsset(asset).transfer(receiver, assets);
        emit Transfer(owner, address(0), shares);
    }

    function borrow(uint256 amount, address receiver) external {
        accrue();
        address account = actor();
        if (EVC.getControllers(account)[0] != address(this)) revert NotController();
        (principal[account], indexOf[account]) = (debtOf(account) + amount, index);
        (cash, borrows) = (cash - amount, borrows + amount);
        EulerAsset(asset).transfer(receiver, amount);
        dToken.emitTransfer(address(0), account, amount);
        (uint256 collateral, uint256 liability) = accountLiquidity(account, false);
        if (collateral <= liability) revert NoLiquidity();
    }

    function accountLiquidity(address account, bool) public view returns (uint256 collateral, uint256 liability) {
        address[] memory controllers = EVC.getControllers(account);
        if (controllers.length != 1 || controllers[0] != address(this)) revert NotController();
        if (price == 0) revert NoPrice();
        liability = (debtOf(account) * price) / 1e18;
        address[] memory enabled = EVC.getCollaterals(account);
        for (uint256 at = 0; at < enabled.length; at++) {
            EulerVaultStandIn vault = EulerVaultStandIn(enabled[at]);
            uint256 value = (vault.convertToAssets(vault.balanceOf(account)) * vault.price()) / 1e18;
            collateral += (value * ltv[enabled[at]]) / 1e4;
        }
    }

    function actor() private view returns (address) {
        return msg.sender == address(EVC) ? EVC.onBehalfOf() : msg.sender;
    }

    function accrue() private {
        (borrows, index) = (totalBorrows(), currentIndex());
        accruedAt = block.timestamp;
    }
}

/// Shows a vault's debts as a token.
contract EulerDebtStandIn {
    EulerVaultStandIn public immutable eVault;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(EulerVaultStandIn vault) {
        eVault = vault;
    }

    function balanceOf(address owner) external view returns (uint256) {
        return eVault.debtOf(owner);
    }

    function asset() external view returns (address) {
        return eVault.asset();
    }

    function emitTransfer(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}
