import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.DiceButton;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.command.Command;
import VASSAL.build.module.map.PieceMover;
import VASSAL.build.module.metadata.SaveMetaData;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.DataArchive;
import VASSAL.tools.NamedKeyStroke;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import javax.swing.JFrame;
import javax.swing.SwingUtilities;

/** Opens a module in VASSAL itself and does what the lines of its input say; each line is answered by lines that end in "ok". */
public class VassalDriver {
  private interface Deed { void run() throws Exception; }

  private static void inSwing(Deed deed) throws Exception {
    final Throwable[] failed = new Throwable[1];
    SwingUtilities.invokeAndWait(() -> {
      try { deed.run(); } catch (Throwable problem) { failed[0] = problem; }
    });
    if (failed[0] != null) throw new RuntimeException(failed[0]);
  }

  private static void open(String module) throws Exception {
    Info.setConfig(new StandardConfig());
    final Constructor<?> menus = Class.forName("VASSAL.launch.Player$PlayerMenuManager").getDeclaredConstructor();
    menus.setAccessible(true);
    menus.newInstance();
    GameModule.init(new GameModule(new DataArchive(module)));
    for (String asks : new String[] {BasicLogger.PROMPT_NEW_LOG_START, BasicLogger.PROMPT_NEW_LOG_END, BasicLogger.PROMPT_LOG_COMMENT}) {
      GameModule.getGameModule().getPrefs().setValue(asks, Boolean.FALSE);
    }
    for (PlayerRoster roster : GameModule.getGameModule().getAllDescendantComponentsOf(PlayerRoster.class)) {
      GameModule.getGameModule().getGameState().removeGameSetupStep(roster);
    }
  }

  private static GamePiece called(String name) {
    for (GamePiece piece : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (!(piece instanceof Stack) && name.equals(piece.getProperty("HexlawName"))) return piece;
    }
    throw new IllegalArgumentException("no counter " + name);
  }

  private static Point point(String text) {
    final String[] both = text.split(",");
    return new Point(Integer.parseInt(both[0]), Integer.parseInt(both[1]));
  }

  private static Field field(Class<?> of, String name) throws Exception {
    final Field found = of.getDeclaredField(name);
    found.setAccessible(true);
    return found;
  }

  private static Object call(Object whom, Class<?> of, String name) throws Exception {
    final Method found = of.getDeclaredMethod(name);
    found.setAccessible(true);
    return found.invoke(whom);
  }

  /** What "Begin Logfile" does, without the question where. */
  private static void beginLog(BasicLogger logger, File file) throws Exception {
    field(BasicLogger.class, "outputFile").set(logger, file);
    field(BasicLogger.class, "beginningState").set(logger, GameModule.getGameModule().getGameState().getRestoreCommand());
    ((List<?>) field(BasicLogger.class, "logOutput").get(logger)).clear();
    field(BasicLogger.class, "dontUndoPast").setInt(logger, 0);
    field(BasicLogger.class, "metadata").set(logger, new SaveMetaData());
  }

  private static DiceButton dice(String name) {
    for (DiceButton dice : GameModule.getGameModule().getAllDescendantComponentsOf(DiceButton.class)) {
      if (name.equals(dice.getConfigureName())) return dice;
    }
    throw new IllegalArgumentException("no dice " + name);
  }

  private static void answer(String[] words) throws Exception {
    final GameModule game = GameModule.getGameModule();
    final Map map = Map.getMapList().get(0);
    final BasicLogger logger = (BasicLogger) game.getLogger();
    switch (words[0]) {
      case "load":
        final Command begun = game.getGameState().decodeSavedGame(new File(words[1]));
        for (PlayerRoster roster : game.getAllDescendantComponentsOf(PlayerRoster.class)) game.getGameState().removeGameSetupStep(roster);
        begun.execute();
        break;
      case "board":
        for (Board board : map.getBoards()) {
          final Rectangle at = board.bounds();
          System.out.println(board.getName() + "\t" + at.x + "," + at.y + "," + at.width + "," + at.height);
        }
        break;
      case "names":
        for (int i = 1; i < words.length; i++) {
          final Point at = point(words[i]), snapped = map.snapTo(at);
          System.out.println(map.locationName(at) + "\t" + snapped.x + "," + snapped.y);
        }
        break;
      case "ranges":
        for (int i = 2; i < words.length; i++) System.out.println(map.findBoard(point(words[1])).getGrid().range(point(words[1]), point(words[i])));
        break;
      case "pieces":
        for (GamePiece piece : game.getGameState().getAllPieces()) {
          if (piece instanceof Stack) continue;
          final Point at = piece.getPosition();
          System.out.println(piece.getProperty("HexlawName") + "\t" + at.x + "," + at.y + "\t" + map.locationName(at) + "\t" + piece.getName() + "\t" + piece.boundingBox().width);
        }
        break;
      case "menu": // a command of a counter, by what its menu calls it
        final GamePiece speaker = called(words[1]);
        for (KeyCommand each : (KeyCommand[]) speaker.getProperty(Properties.KEY_COMMANDS)) {
          if (!each.getName().equals(words[2])) continue;
          game.sendAndLog(speaker.keyEvent(each.getKeyStroke()));
          return;
        }
        throw new IllegalArgumentException(words[1] + " cannot say " + words[2]);
      case "drag": // counters that lie together, to a point
        DragBuffer.getBuffer().clear();
        for (int i = 2; i < words.length; i++) DragBuffer.getBuffer().add(called(words[i]));
        game.sendAndLog(map.getComponentsOf(PieceMover.class).get(0).movePieces(map, point(words[1])));
        DragBuffer.getBuffer().clear();
        break;
      case "roll": // a dice button, with what the dice are to show
        final Iterator<String> shown = Arrays.asList(words[2].split(",")).iterator();
        field(DiceButton.class, "ran").set(dice(words[1]), new Random() {
          @Override public int nextInt(int faces) { return Integer.parseInt(shown.next()) - 1; }
        });
        call(dice(words[1]), DiceButton.class, "DR");
        break;
      case "turn":
        for (TurnTracker tracker : game.getAllDescendantComponentsOf(TurnTracker.class)) {
          for (String each : new String[] {"captureState", "next", "save"}) call(tracker, TurnTracker.class, each);
        }
        break;
      case "chat":
        game.getChatter().send(words[1]);
        break;
      case "log":
        beginLog(logger, new File(words[1]));
        break;
      case "undo":
        call(logger, BasicLogger.class, "undo");
        break;
      case "end":
        call(logger, BasicLogger.class, "write");
        break;
      case "replay": // the steps of a log that was loaded, to its end
        while (logger.hasMoreCommands()) call(logger, BasicLogger.class, "step");
        break;
      case "save":
        game.getGameState().saveGame(new File(words[1]));
        break;
      case "show":
        final JFrame frame = (JFrame) (Object) game.getPlayerWindow();
        frame.setVisible(true);
        frame.setBounds(0, 0, 1600, 1200);
        break;
      case "zoom":
        map.getZoomer().setZoomFactor(Double.parseDouble(words[1]));
        if (words.length > 2) map.centerAt(point(words[2]));
        break;
      default:
        throw new IllegalArgumentException(words[0]);
    }
  }

  public static void main(String[] given) throws Exception {
    try {
      inSwing(() -> open(given[0]));
      System.out.println(Info.getVersion() + "\nok");
      System.out.flush();
      final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        final String[] words = line.split("\t");
        if (words[0].equals("shot")) {
          Thread.sleep(words.length > 2 ? Long.parseLong(words[2]) : 1500);
          ImageIO.write(new Robot().createScreenCapture(new Rectangle(Toolkit.getDefaultToolkit().getScreenSize())), "png", new File(words[1]));
        }
        else inSwing(() -> answer(words));
        System.out.println("ok");
        System.out.flush();
      }
    }
    catch (Throwable problem) {
      problem.printStackTrace(System.out);
      System.exit(1);
    }
    System.exit(0);
  }
}
